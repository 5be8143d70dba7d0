/** Counts the cost of documents without timing them. */
import { ByteList } from '../../engine/byte-stream.ts';
import { renderTo } from '../../engine/render.ts';

export interface Spent {
  /** The budget's units of work for the whole render. */
  readonly ticks: number;
  /** The size of the PDF in bytes. */
  readonly pdf: number;
}

export async function spentOn(html: string): Promise<Spent> {
  const bytes = new ByteList();
  const { budget } = await renderTo(html, {}, bytes);
  return { ticks: budget.work, pdf: bytes.joined().length };
}
