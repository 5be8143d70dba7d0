/** Adds the data that proves a signature's validity long after its certificates expired (ISO 32000-2 §12.8.4.3). */
import { Budget, DEFAULT_LIMITS } from '../budget.ts';
import { bytesOf } from '../bytes-given.ts';
import { optionError } from '../errors.ts';
import { PdfReader } from '../pdf-source/pdf-reader.ts';
import { dictionaryText, type RawDictionary, SyntaxProblem } from '../pdf-source/pdf-syntax.ts';
import { deflate } from '../platform/compression.ts';
import type { Bytes, BytesGiven, ValidationData } from '../render-options.ts';
import { FileUpdate } from './file-update.ts';

const ENTRIES = [
  ['certificates', 'Certs'],
  ['ocsps', 'OCSPs'],
  ['crls', 'CRLs'],
] as const;

/** Returns the file with a document security store that holds the data, in addition to what it holds already. */
export function withValidationData(pdf: BytesGiven, data: ValidationData): Bytes {
  const file = bytesOf(pdf);
  if (file === null) throw optionError('pdf', 'must be a Uint8Array or an ArrayBuffer');
  const budget = new Budget({ ...DEFAULT_LIMITS, ...data.limits });
  try {
    const update = new FileUpdate(new PdfReader(file, budget));
    if (update.reader.trailer.has('Encrypt')) throw optionError('pdf', "can't be extended: it is encrypted");
    const { catalog, reader } = update;
    const store = new Map(reader.dictionary(catalog.get('DSS') ?? '<<>>'));
    store.set('Type', '/DSS');
    for (const [option, entry] of ENTRIES) {
      const streams = (data[option] ?? []).map((given) => `${addDer(update, option, given)} 0 R`);
      const all = [...reader.array(store.get(entry)), ...streams];
      if (all.length > 0) store.set(entry, `[${all.join(' ')}]`);
    }
    catalog.set('DSS', `${update.add(dictionaryText(store))} 0 R`);
    update.changeCatalog(catalog);
    return update.finish();
  } catch (error) {
    if (error instanceof SyntaxProblem) throw optionError('pdf', `can't be extended: ${error.message}`);
    throw error;
  }
}

function addDer(update: FileUpdate, option: string, given: BytesGiven): number {
  const bytes = bytesOf(given);
  if (bytes === null) throw optionError(option, 'must hold Uint8Arrays or ArrayBuffers (DER)');
  const dictionary: RawDictionary = new Map([['Filter', '/FlateDecode']]);
  return update.addStream(dictionary, deflate(bytes));
}
