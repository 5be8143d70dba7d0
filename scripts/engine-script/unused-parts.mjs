// pdfkit loads a font library, a line breaker and ciphers, more than a megabyte with their tables, which only its text and encryption need and we never
// call. They are loaded when somebody does.
const STAND_INS = {
  fontkit: `export const create = (...given) => require('fontkit').create(...given);`,
  linebreak: `export default function LineBreaker(text) { const Breaker = require('linebreak'); return new Breaker(text); }`,
  '@noble/ciphers/aes': `export const cbc = (...given) => require('@noble/ciphers/aes').cbc(...given);
    export const ecb = (...given) => require('@noble/ciphers/aes').ecb(...given);`,
};

/** esbuild's plugin that puts stand-ins in their places. fontkit stays outside of the script: it has a megabyte of its own. */
export const unusedParts = {
  name: 'unused-parts',
  setup(build) {
    build.onResolve({ filter: /^(fontkit|linebreak|@noble\/ciphers\/aes)$/ }, ({ path, namespace, resolveDir }) => {
      if (namespace !== 'stand-in') return { path, namespace: 'stand-in', pluginData: resolveDir };
      return path === 'fontkit' ? { path, external: true } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path, pluginData }) => ({
      contents: STAND_INS[path],
      resolveDir: pluginData,
    }));
  },
};
