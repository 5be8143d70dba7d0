import { expect } from 'chai';
import { layoutDocument } from '../../../engine/render.ts';
import { logicalDump, type Mode } from './logical-dump.ts';
import { SPECIMENS } from './specimens.ts';

const WRITING_MODES: readonly Mode['writingMode'][] = [
  'horizontal-tb',
  'vertical-rl',
  'vertical-lr',
  'sideways-rl',
  'sideways-lr',
];
const DIRECTIONS: readonly Mode['direction'][] = ['ltr', 'rtl'];
const BOX_SIZINGS = ['content-box', 'border-box'] as const;

/** Dumps a specimen on a page of 120 px along the lines and 80 px across. */
async function dumpOf(specimen: string, mode: Mode, boxSizing: (typeof BOX_SIZINGS)[number]): Promise<string> {
  const size = mode.writingMode === 'horizontal-tb' ? '120px 80px' : '80px 120px';
  const sized = specimen.replace(/\{([\d.]+)\|([\d.]+)\}/g, (_, content: string, border: string) =>
    boxSizing === 'content-box' ? `${content}px` : `${border}px`,
  );
  const { pages } = await layoutDocument(
    `<!DOCTYPE html><style>@page{size:${size};margin:0}
      html{writing-mode:${mode.writingMode};direction:${mode.direction};text-orientation:sideways;box-sizing:${boxSizing};font:10px/12px Arial}
      *{box-sizing:inherit}body,p{margin:0}i{display:inline-block;inline-size:20px;block-size:12px;vertical-align:top}</style>${sized}`,
  );
  return logicalDump(pages, mode);
}

/**
 * A document that uses only logical properties has the same logical layout in every writing mode, direction and box
 * sizing.
 */
describe('the mirror law', () => {
  for (const [name, specimen] of Object.entries(SPECIMENS)) {
    it(`holds for ${name} in every mode`, async () => {
      const wanted = await dumpOf(specimen, { writingMode: 'horizontal-tb', direction: 'ltr' }, 'content-box');
      for (const writingMode of WRITING_MODES) {
        for (const direction of DIRECTIONS) {
          for (const boxSizing of BOX_SIZINGS) {
            const dump = await dumpOf(specimen, { writingMode, direction }, boxSizing);
            expect(dump, `${writingMode} ${direction} ${boxSizing}`).to.equal(wanted);
          }
        }
      }
    });
  }
});
