import { layout } from '../../support/layout.ts';

/**
 * Returns the positions of boxes with an id on each page of 200 x 100 px, relative to their parent's fragment: "id
 * y+height".
 */
export async function places(html: string): Promise<string[]> {
  const { dump } = await layout(`<style>@page{size:200px 100px;margin:0}</style>${html}`);
  const pages: string[] = [];
  for (const line of dump.split('\n')) {
    if (line.startsWith('page ')) pages.push('');
    const box = /<\w+#(\w+)>.* y(-?[\d.]+) {2}w[\d.]+ h([\d.]+)/.exec(line);
    if (box === null) continue;
    const at = `${box[1]} ${box[2]}+${box[3]}`;
    const last = pages.length - 1;
    pages[last] = pages[last] === '' ? at : `${pages[last]}, ${at}`;
  }
  return pages;
}
