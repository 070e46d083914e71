// The worker that answers a page's questions; see host.js. In simulations.js it
// stands below Go's wasm_exec.js, at the end of a function of base64, which is the
// compressed module (see simulations.go). It says {} once it is ready, or
// { fault }, the words for why it never will be.

// Unpacked here, because it takes long enough to be felt in the page.
const unpack = async () => {
  if (typeof DecompressionStream !== 'function') throw new Error('this browser is too old: it cannot unpack simulations.js');
  try {
    const zipped = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'));
    return await new Response(stream).arrayBuffer();
  } catch { // of what is compressed each bit counts
    throw new Error('simulations.js is damaged');
  }
};

const begin = async () => {
  try {
    await WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)); // a module without anything
  } catch {
    throw new Error("the Content-Security-Policy refuses WebAssembly: its script-src lacks 'wasm-unsafe-eval'");
  }
  const module = await unpack();
  try {
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(module, go.importObject);
    go.run(instance);
  } catch ({ message }) {
    throw new Error(`the simulations did not start: ${message}`);
  }
  self.onmessage = ({ data: question }) => self.postMessage(self.locklabAnswer(question));
};

begin().then(() => self.postMessage({}), ({ message }) => self.postMessage({ fault: message }));
