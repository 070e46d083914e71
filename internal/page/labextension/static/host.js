// The lesson's simulations, compiled to WebAssembly, in a worker of their own.
//
//   check()     throws where the browser has not what they need
//   start()     fetches and starts them, once for the page: a promise of
//               ask(question), itself a promise of the answer, as Go gives it
//   idle(act)   calls act when the page is idle, unless the line is metered
//
// simulations.js, beside this file, is made by the set-up (see simulations.go).
'use strict';

locklab.room('host', ['files'], ({ files: { beside, unloaded } }) => {
  // A worker from the file itself, where page and file are of one server; so a
  // policy that admits that server's scripts is enough. Else, as from the disk,
  // from a blob.
  const newWorker = async () => {
    const file = beside('simulations.js');
    if (/^https?:/.test(file) && new URL(file).origin === self.origin) return { worker: new Worker(file), address: file };
    const { work, base64 } = await locklab.need('simulations');
    const address = URL.createObjectURL(new Blob([`onmessage = ({ data }) => (${work})(data);`], { type: 'text/javascript' }));
    const worker = new Worker(address);
    worker.postMessage(base64);
    return { worker, address };
  };

  const startWorker = async () => {
    const { worker, address } = await newWorker();
    try {
      await new Promise((resolve, reject) => {
        worker.onmessage = ({ data: { fault } }) => (fault === undefined ? resolve() : reject(new Error(fault)));
        worker.onerror = (event) => {
          event.preventDefault(); // it is told in the page
          if (!event.message) unloaded('simulations.js', address).then(reject);
          else if (event.message.includes('SyntaxError')) reject(new Error('simulations.js is damaged'));
          else reject(new Error(`the simulations did not start: ${event.message}`));
        };
      });
    } catch (error) {
      worker.terminate();
      throw error;
    } finally {
      URL.revokeObjectURL(address);
    }
    return worker;
  };

  // Throws where a browser cannot run them; whether it may is known once they start.
  const check = () => {
    if (typeof WebAssembly !== 'object') throw new Error('this browser runs no WebAssembly');
    if (typeof Worker !== 'function') throw new Error('this browser has no workers, in which the simulations run');
  };

  // The one worker of the page, and the questions that wait for it.
  const begin = async () => {
    check();
    const worker = await startWorker();
    let turn = Promise.resolve();
    // One that fails is given up; the next question starts another.
    const asked = (question) => new Promise((resolve, reject) => {
      const failed = (why) => {
        worker.terminate();
        started = undefined;
        reject(new Error(why || 'the simulation failed'));
      };
      worker.onmessage = ({ data }) => (typeof data === 'string' ? resolve(JSON.parse(data)) : failed());
      worker.onerror = (event) => failed(event.message);
      worker.postMessage(JSON.stringify(question));
    });
    return (question) => {
      const answer = turn.then(() => asked(question));
      turn = answer.catch(() => {});
      return answer;
    };
  };

  let started;
  const start = () => started ??= begin().catch((error) => { started = undefined; throw error; });

  // Calls act when the page has nothing else to do. Where the line is metered it
  // never does: what nobody may want is not to be fetched.
  const idle = (act) => {
    const { saveData, effectiveType } = navigator.connection ?? {};
    const metered = saveData || /^(slow-2g|2g|3g)$/.test(effectiveType);
    if (metered && !beside('').startsWith('file:')) return;
    if (window.requestIdleCallback) requestIdleCallback(act);
    else setTimeout(act, 1000);
  };

  return { check, start, idle };
});
