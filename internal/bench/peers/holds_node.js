// The holds of the TTL simulation in hand-written JavaScript, to compare speeds
// with.
//
// One run draws the holds, counts those that outlive the TTL, and counts all of
// them into bins of an eighth of an octave. Prints the median over many runs,
// in nanoseconds per hold.
'use strict';

const MEDIAN = 200e6, SIGMA = 0.5; // work, log-normal; all durations in nanoseconds
const CHANCE = 0.002, STALL = 5e9; // a rare exponential stall
const TTL = 10e9;

// sfc32 (Chris Doty-Humphrey, PractRand): 32 random bits a call.
function generator(seed) {
  let a = seed | 0, b = 0x9e3779b9 | 0, c = 0x85ebca6b | 0, d = 1;
  function next() {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return t;
  }
  for (let i = 0; i < 20; i++) next();
  return next;
}

// A double's highest 32 bits number its bin once all but 3 bits of the fraction
// are shifted out: 8 bins to an octave.
const double = new Float64Array(1);
const high = new Int32Array(double.buffer);
const bins = new Int32Array(2048 * 8);

// The normal numbers come from a ziggurat of 128 layers (G. Marsaglia and W. W.
// Tsang, "The ziggurat method for generating random variables", Journal of
// Statistical Software 5, 2000).
const LAYERS = 128, TAIL = 3.442619855899, AREA = 9.91256303526217e-3;
const accept = new Int32Array(LAYERS), width = new Float64Array(LAYERS), height = new Float64Array(LAYERS);
{
  const scale = 2147483648;
  let x = TAIL, previous = TAIL;
  const q = AREA / Math.exp(-0.5 * x * x);
  accept[0] = (x / q) * scale;
  accept[1] = 0;
  width[0] = q / scale;
  width[LAYERS - 1] = x / scale;
  height[0] = 1;
  height[LAYERS - 1] = Math.exp(-0.5 * x * x);
  for (let i = LAYERS - 2; i >= 1; i--) {
    x = Math.sqrt(-2 * Math.log(AREA / x + Math.exp(-0.5 * x * x)));
    accept[i + 1] = (x / previous) * scale;
    previous = x;
    height[i] = Math.exp(-0.5 * x * x);
    width[i] = x / scale;
  }
}

function uniform(next) {
  return ((next() >>> 0) + 0.5) * 2 ** -32;
}

function normal(next) {
  for (;;) {
    const r = next(), layer = next() & (LAYERS - 1);
    const x = r * width[layer];
    if (Math.abs(r) < accept[layer]) return x;
    if (layer === 0) {
      let far, y;
      do {
        far = -Math.log(uniform(next)) / TAIL;
        y = -Math.log(uniform(next));
      } while (y + y < far * far);
      return r > 0 ? TAIL + far : -TAIL - far;
    }
    if (height[layer] + uniform(next) * (height[layer - 1] - height[layer]) < Math.exp(-0.5 * x * x)) return x;
  }
}

function run(next, holds) {
  let unsafe = 0;
  bins.fill(0);
  for (let i = 0; i < holds; i++) {
    let total = MEDIAN * Math.exp(SIGMA * normal(next));
    if (uniform(next) < CHANCE) total -= STALL * Math.log(uniform(next));
    if (total > TTL) unsafe++;
    double[0] = total;
    bins[high[1] >>> 17]++;
  }
  return unsafe;
}

const holds = Number(process.argv[2] || 60000);
const repeats = Number(process.argv[3] || 200);
const next = generator(1);
const times = [];
let unsafe = 0; // kept, so that no engine skips the work
for (let i = 0; i < repeats + repeats / 4; i++) {
  const start = process.hrtime.bigint();
  unsafe += run(next, holds);
  times.push(Number(process.hrtime.bigint() - start));
}
const measured = times.slice(repeats / 4).sort((a, b) => a - b); // the first ones warm up
if (unsafe === 0) throw new Error('no unsafe hold');
console.log((measured[measured.length >> 1] / holds).toFixed(1));
