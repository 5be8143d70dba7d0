// pdfkit loads a font library, a line breaker and ciphers, more than a megabyte with their tables, which only its text and encryption need and we never
// call. The ciphers are the same that the engine has for itself, loaded when somebody asks; the others are left out.
const STAND_INS = {
  fontkit: `export const create = () => { throw new Error('assertion failed: pdfkit sets no text'); };`,
  linebreak: `export default function LineBreaker() { throw new Error('assertion failed: pdfkit breaks no lines'); }`,
  '@noble/ciphers/aes': `export const cbc = (...given) => require('@noble/ciphers/aes').cbc(...given);
    export const ecb = (...given) => require('@noble/ciphers/aes').ecb(...given);`,
};

/** esbuild's plugin that puts stand-ins in their places. */
export const unusedParts = {
  name: 'unused-parts',
  setup(build) {
    build.onResolve({ filter: /^(fontkit|linebreak|@noble\/ciphers\/aes)$/ }, ({ path, namespace, resolveDir }) => {
      return namespace === 'stand-in' ? undefined : { path, namespace: 'stand-in', pluginData: resolveDir };
    });
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path, pluginData }) => ({
      contents: STAND_INS[path],
      resolveDir: pluginData,
    }));
  },
};
