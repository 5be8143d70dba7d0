import { basename } from 'node:path';
import type { FacturX, RenderOptions } from '../../engine/index.ts';
import { type Patience, readNamed } from './named-files.ts';

/** The electronic invoices that can be made from a document. */
const INVOICES = {
  facturx: {},
  xrechnung: { profile: 'XRECHNUNG' },
  ubl: { syntax: 'UBL' },
  'xrechnung-ubl': { syntax: 'UBL', profile: 'XRECHNUNG' },
} as const satisfies Record<string, FacturX>;

export type InvoiceKind = keyof typeof INVOICES;

/** Reads the files to embed in the PDF. `read` reads one of them. */
export async function carriedFiles(
  given: Patience & {
    readonly attachment?: readonly string[];
    readonly facturx?: string;
    readonly invoice?: InvoiceKind;
  },
  read: (path: string) => Promise<Uint8Array> = (path) => readNamed(path, given),
): Promise<Pick<RenderOptions, 'attachments' | 'facturx'>> {
  const { attachment = [], facturx, invoice } = given;
  const attachments = await Promise.all(
    attachment.map(async (file) => ({ name: basename(file), bytes: new Uint8Array(await read(file)) })),
  );
  if (invoice !== undefined) return { attachments, facturx: INVOICES[invoice] };
  if (facturx === undefined) return { attachments };
  return { attachments, facturx: { xml: new Uint8Array(await read(facturx)) } };
}
