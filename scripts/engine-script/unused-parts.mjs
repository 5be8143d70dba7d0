// pdfkit loads a font library, a line breaker and ciphers: more than a megabyte with their tables. Only its text and
// encryption features need them, which the engine never calls. The engine has the same font library and ciphers and
// loads them on demand; the line breaker is left out. fflate fills tables and loads threads for streams that few
// documents have. parse5's table of character references takes 6 ms to unpack, and many documents have none.
const STAND_INS = {
  fontkit: `export const create = (...given) => require('fontkit').create(...given);`,
  linebreak: `export default function LineBreaker() { throw new Error('assertion failed: pdfkit breaks no lines'); }`,
  '@noble/ciphers/aes': `export const cbc = (...given) => require('@noble/ciphers/aes').cbc(...given);
    export const ecb = (...given) => require('@noble/ciphers/aes').ecb(...given);`,
  fflate: `export const Unzlib = function (...given) { return new (require('fflate/browser').Unzlib)(...given); };
    export const Inflate = function (...given) { return new (require('fflate/browser').Inflate)(...given); };`,
  'entities/decode': `export const DecodingMode = { Legacy: 0, Strict: 1, Attribute: 2 };
    export class HtmlEntityDecoder {
      constructor(...given) { this.given = given; this.decoder = null; }
      startEntity(mode) {
        this.decoder ??= new (require('entities/decode').HtmlEntityDecoder)(...this.given);
        this.decoder.startEntity(mode);
      }
      write(text, offset) { return this.decoder.write(text, offset); }
      end() { return this.decoder.end(); }
    }`,
};

/** The esbuild plugin that replaces them with stand-ins. */
export const unusedParts = {
  name: 'unused-parts',
  setup(build) {
    build.onResolve(
      { filter: /^(fontkit|linebreak|fflate|entities\/decode|@noble\/ciphers\/aes)$/ },
      ({ path, namespace, importer, resolveDir }) => {
        // In browsers, pdfkit uses other functions of fflate. The engine itself loads fontkit on demand.
        const isKept =
          namespace === 'stand-in' ||
          (path === 'fflate' && importer.includes('node_modules')) ||
          (path === 'fontkit' && !importer.includes('node_modules'));
        return isKept ? undefined : { path, namespace: 'stand-in', pluginData: resolveDir };
      },
    );
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path, pluginData }) => ({
      contents: STAND_INS[path],
      resolveDir: pluginData,
    }));
  },
};
