import { basename } from 'node:path';
import type { FacturX, RenderOptions } from '../../engine/index.ts';
import { readFile } from '../file-system.ts';

/** The electronic invoices that can be made from a document. */
const INVOICES = {
  facturx: {},
  xrechnung: { profile: 'XRECHNUNG' },
  ubl: { syntax: 'UBL' },
  'xrechnung-ubl': { syntax: 'UBL', profile: 'XRECHNUNG' },
} as const satisfies Record<string, FacturX>;

export type InvoiceKind = keyof typeof INVOICES;

/** Reads the files to embed in the PDF. */
export async function carriedFiles({
  attachment = [],
  facturx,
  invoice,
}: {
  readonly attachment?: readonly string[];
  readonly facturx?: string;
  readonly invoice?: InvoiceKind;
}): Promise<Pick<RenderOptions, 'attachments' | 'facturx'>> {
  const attachments = await Promise.all(
    attachment.map(async (file) => ({ name: basename(file), bytes: new Uint8Array(await readFile(file)) })),
  );
  if (invoice !== undefined) return { attachments, facturx: INVOICES[invoice] };
  if (facturx === undefined) return { attachments };
  return { attachments, facturx: { xml: new Uint8Array(await readFile(facturx)) } };
}
