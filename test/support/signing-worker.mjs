/** A worker that a hostile document has taken over: it asks for signatures that its job doesn't have. */
const digest = new Uint8Array(32);
let job = null;
const answers = [];

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if ('signature' in message) return answered(message.signature);
  ({ id: job } = message);
  answers.length = 0;
  process.send({ say: 'begun', job });
  for (let i = 0; i < 2; i++) process.send({ say: 'sign', job, digest });
});
process.send({ say: 'ready', residentMb: 1 });

function answered(signature) {
  answers.push(signature === null ? 0 : signature.length);
  if (answers.length < 2) return;
  const result = { ok: true, bytes: Uint8Array.from(answers), pages: 1, diagnostics: [], workerMb: 1 };
  process.send({ say: 'done', job, result, residentMb: 1 });
}
