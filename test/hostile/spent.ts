/** What documents cost, counted and not timed. */
import { ByteList } from '../../engine/byte-stream.ts';
import { renderTo } from '../../engine/render.ts';

export interface Spent {
  /** The budget's units of work, from the first byte to the last. */
  readonly ticks: number;
  /** Bytes of the PDF. */
  readonly pdf: number;
}

export async function spentOn(html: string): Promise<Spent> {
  const bytes = new ByteList();
  const { budget } = await renderTo(html, {}, bytes);
  return { ticks: budget.work, pdf: bytes.joined().length };
}
