// The lost-update run of the lesson in hand-written JavaScript, to compare
// speeds with: five workers add one to a counter 200 times each. Prints the
// median over many runs, in nanoseconds per run.
'use strict';

const WORKERS = 5, INCREMENTS = 200, MEAN = 2e-3;

// mulberry32 (Tommy Ettinger): 32 random bits a call.
function generator(seed) {
  let a = seed | 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) + 0.5;
  };
}

function run(seed) {
  const next = generator(seed);
  const time = () => -MEAN * Math.log(next() * 2 ** -32);
  const due = new Float64Array(WORKERS), saw = new Int32Array(WORKERS);
  const thinking = new Uint8Array(WORKERS), left = new Int32Array(WORKERS).fill(INCREMENTS);
  let counter = 0;
  for (let alive = WORKERS; alive > 0;) {
    let i = 0; // whose step is due first; of five, a search is faster than a heap
    for (let j = 1; j < WORKERS; j++) if (due[j] < due[i]) i = j;
    if (!thinking[i]) {
      saw[i] = counter;
      thinking[i] = 1;
      due[i] += time();
    } else {
      counter = saw[i] + 1;
      thinking[i] = 0;
      left[i]--;
      if (left[i] > 0) due[i] += time();
      else {
        due[i] = Infinity;
        alive--;
      }
    }
  }
  return counter;
}

const repeats = Number(process.argv[2] || 5000);
const times = [];
let sum = 0; // kept, so that no engine skips the work
for (let i = 0; i < repeats + repeats / 4; i++) {
  const start = process.hrtime.bigint();
  sum += run(i);
  times.push(Number(process.hrtime.bigint() - start));
}
const measured = times.slice(repeats / 4).sort((a, b) => a - b); // the first ones warm up
if (sum === 0) throw new Error('nothing counted');
console.log(measured[measured.length >> 1].toFixed(0));
