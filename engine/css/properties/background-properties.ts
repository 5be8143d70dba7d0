/**
 * Longhands of backgrounds and box shadows: the group `background`. finishBackground builds the layers from the lists.
 */
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import {
  AUTO_SIZE,
  layers,
  parseBackgroundSize,
  parseBlendMode,
  parseClip,
  parseOrigin,
  parseRepeat,
  REPEAT,
} from '../values/background.ts';
import { parseColor } from '../values/color.ts';
import { parseImage } from '../values/image.ts';
import { parseAxisPosition } from '../values/position.ts';
import { shadowList } from '../values/shadow.ts';
import { type Definition, keywords, nullOr, table } from './definition.ts';

const background = table('background', 'css-backgrounds-4');
const START = Length.percent(0);

export const backgroundProperties: readonly Definition[] = [
  background('background-color', Color.TRANSPARENT, parseColor),
  background('background-image', [null], layers(nullOr('none', parseImage))),
  background(
    'background-position-x',
    [START],
    layers((reader) => parseAxisPosition(reader, 'x')),
  ),
  background(
    'background-position-y',
    [START],
    layers((reader) => parseAxisPosition(reader, 'y')),
  ),
  background('background-size', [AUTO_SIZE], layers(parseBackgroundSize), { aliases: ['-webkit-background-size'] }),
  background('background-repeat', [REPEAT], layers(parseRepeat)),
  background('background-attachment', ['scroll'], layers(keywords('scroll', 'fixed', 'local'))),
  background('background-origin', ['padding-box'], layers(parseOrigin), { aliases: ['-webkit-background-origin'] }),
  background('background-clip', ['border-box'], layers(parseClip), { aliases: ['-webkit-background-clip'] }),
  table('background', 'compositing-2')('background-blend-mode', ['normal'], layers(parseBlendMode)),
  table('background', 'css-backgrounds-3')('box-shadow', [], shadowList(true), {
    aliases: ['-webkit-box-shadow'],
  }),
];
