import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE = '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}</style>';

/** Returns what is filled and stroked, with its starting corner, width and color. */
async function shapesOf(html: string): Promise<string[]> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/(fillRect|fillPath|strokePath) .*/g)].map(([line]) =>
    line.replace(/(M [\d.]+ [\d.]+) .*?(?= width| #)/, '$1').trim(),
  );
}

describe('form controls', () => {
  it('have the frame of their platform, with a thin line around fields', async () => {
    expect(await shapesOf('<input>')).to.deep.equal([
      'fillPath M 2 0.5 #ffffff',
      'strokePath M 2 0.5 width 0.5 #767676bf',
    ]);
    expect(await shapesOf('<textarea></textarea>')).to.have.length(2);
    expect(await shapesOf('<button>a</button>')).to.deep.equal([
      'fillPath M 3 0.5 #efefef',
      'strokePath M 3 0.5 width 1 #767676',
    ]);
    expect(await shapesOf('<input type=file>')).to.deep.equal(await shapesOf('<button>Choose File</button>'));
  });

  it('use author borders and backgrounds once a rule changes one of them', async () => {
    expect(await shapesOf('<button style="background:#eee">a</button>')).to.satisfy((shapes: string[]) =>
      shapes.some((shape) => /^fillRect 0 0 2[23]\.\d+ 21 #eeeeee$/.test(shape)),
    );
    expect(await shapesOf('<select style="border:1px solid red"><option>a</select>')).to.deep.equal([
      'fillRect 0 0 30 19 #efefef',
      'strokePath M 0.5 0.5 width 1 #ff0000',
      'strokePath M 17 7 width 2 #000000',
    ]);
  });

  it('have a drop-down arrow in the text color, unless they have no appearance', async () => {
    const [, , arrow] = await shapesOf('<select style="color:red"><option>abc</select>');
    expect(arrow).to.equal('strokePath M 31 7 width 2 #ff0000');
    expect(await shapesOf('<select style="appearance:none"><option>abc</select>')).to.have.length(2);
    expect(await shapesOf('<select size=2><option>abc</select>')).to.have.length(2);
  });

  it('hide author borders and backgrounds where the platform draws the whole control', async () => {
    const own = 'border:3px solid red;background:lime;padding:4px';
    for (const type of ['checkbox', 'radio', 'range']) {
      const shapes = (await shapesOf(`<input type=${type} style="${own}">`)).join('\n');
      expect(shapes, type).not.to.match(/#ff0000|#00ff00/);
      expect((await shapesOf(`<input type=${type} style="${own};appearance:none">`)).join('\n')).to.match(/#00ff00/);
    }
  });

  it('have a slider as wide as the box, regardless of its padding', async () => {
    const widthOf = async (style: string): Promise<string[]> =>
      (await shapesOf(`<input type=range style="margin:0;width:100px;${style}">`)).slice(0, 1);
    expect(await widthOf('padding:0 20px')).to.deep.equal(await widthOf(''));
  });

  it("keep a slider's thumb and a field's color without their appearance", async () => {
    const shapes = await shapesOf('<input type=range value=100 style="appearance:none;width:100px;margin:0">');
    expect(shapes).to.deep.equal(['fillRect 0 0 100 16 #ffffff', 'fillPath M 99.5 8 #0075ff']);
    const low = await shapesOf('<input type=range style="appearance:none;height:6px;background:none">');
    expect(low).to.deep.equal(['fillPath M 74 11 #0075ff']);
  });

  it('style the parts of bars and sliders by rules where the platform does not draw them', async () => {
    const parts = `<style>progress{width:100px;height:10px;vertical-align:top}
      ::-webkit-progress-bar{background:#eeeeee} ::-webkit-progress-value{background:#ff0000;width:1px}
      ::-webkit-slider-runnable-track{background:#dddddd;height:4px} ::-webkit-slider-thumb{appearance:none;width:20px;height:4px;background:#00ff00}</style>`;
    const drawn = await shapesOf(`${parts}<progress value=.4></progress>`);
    expect(drawn.join('\n')).not.to.match(/#ff0000|#eeeeee/);
    for (const style of ['appearance:none', 'border-radius:1px'])
      expect(await shapesOf(`${parts}<progress value=.4 style="${style}"></progress>`)).to.deep.equal([
        'fillRect 0 0 100 10 #eeeeee',
        'fillRect 0 0 40 10 #ff0000',
      ]);
    expect(await shapesOf(`${parts}<progress style="appearance:none"></progress>`)).to.have.length(1);
    const slider = 'appearance:none;width:100px;margin:0;display:block';
    expect(await shapesOf(`${parts}<input type=range value=25 style="${slider}">`)).to.deep.equal([
      'fillRect 0 0 100 4 #ffffff',
      'fillRect 0 0 100 4 #dddddd',
      'fillRect 20 0 20 4 #00ff00',
    ]);
    expect(await shapesOf(`${parts}<input type=range value=25 dir=rtl style="${slider};background:none">`)).to.include(
      'fillRect 60 0 20 4 #00ff00',
    );
  });

  it('style the bar of a meter by rules, according to the region of its value', async () => {
    const shapes = (value: number): Promise<string[]> =>
      shapesOf(`<style>meter{appearance:none;width:100px;height:20px;display:block}::-webkit-meter-bar{background:#eeeeee}
        ::-webkit-meter-optimum-value{background:#00ff00}::-webkit-meter-suboptimum-value{background:#ffff00}
        ::-webkit-meter-even-less-good-value{background:#ff0000}</style><meter low=.3 high=.7 optimum=.9 value=${value}></meter>`);
    expect(await shapes(0.8)).to.deep.equal(['fillRect 0 5 100 10 #eeeeee', 'fillRect 0 5 80 10 #00ff00']);
    expect((await shapes(0.5)).at(-1)).to.equal('fillRect 0 5 50 10 #ffff00');
    expect((await shapes(0.1)).at(-1)).to.equal('fillRect 0 5 10 10 #ff0000');
  });

  it('have the icon of a date unless a rule hides or replaces it', async () => {
    const shapes = async (rule: string): Promise<string> =>
      (await shapesOf(`<style>::-webkit-calendar-picker-indicator{${rule}}</style><input type=date>`)).join('\n');
    const icon = /fillPath/g;
    const count = (text: string): number => text.match(icon)?.length ?? 0;
    const plain = count(await shapes(''));
    expect(count(await shapes('display:none'))).to.equal(plain - 1);
    expect(count(await shapes('visibility:hidden'))).to.equal(plain - 1);
    const replaced = await shapes('background:#123456;width:20px');
    expect(count(replaced)).to.equal(plain - 1);
    expect(replaced).to.match(/fillRect [\d.]+ [\d.]+ 24 [\d.]+ #123456/);
  });

  it('show a chosen color even without their appearance', async () => {
    const shapes = (style: string): Promise<string[]> =>
      shapesOf(`<input type=color value="#ff8800" style="${style}">`);
    expect((await shapes('appearance:none')).join()).to.contain('#ff8800');
    expect(await shapes('appearance:none')).to.deep.equal(await shapes(''));
  });

  it('are pale if disabled', async () => {
    expect(
      (await shapesOf('<input type=checkbox checked disabled>')).map((shape) => shape.split(' ').pop()),
    ).to.deep.equal(['#7676764d', '#ffffff99']);
    const inFieldset = '<fieldset disabled style="all:unset"><input type=radio></fieldset>';
    expect((await shapesOf(inFieldset)).at(-1)).to.contain('#7676764d');
  });

  it('are translucent as disabled menus, including the selection in lists', async () => {
    const group = async (html: string): Promise<string | undefined> =>
      / (?:0\.7|0\.70*)\b/.exec(await inspect(PAGE + html, 'paint', null))?.[0]?.trim();
    expect(await group('<select disabled><option>a</select>')).to.equal('0.7');
    expect(await group('<select><option>a</select>')).to.equal(undefined);
    const list = await inspect(`${PAGE}<select disabled size=2><option selected>a</select>`, 'paint', null);
    expect(list).to.contain('#808080').and.not.to.contain('#101010');
  });

  it('indicate by color whether a measure is good', async () => {
    const colorOf = async (attributes: string): Promise<string | undefined> =>
      (await shapesOf(`<meter ${attributes}></meter>`)).at(-1)?.split(' ').pop();
    expect(await colorOf('value=.9 low=.5 high=.8 optimum=1')).to.equal('#107c10');
    expect(await colorOf('value=.6 low=.5 high=.8 optimum=1')).to.equal('#ffb900');
    expect(await colorOf('value=.3 low=.5 high=.8 optimum=1')).to.equal('#d83b01');
    expect(await colorOf('value=.3')).to.equal('#107c10');
  });
});

describe('a missing image', () => {
  it('shows an outline of its box around an icon, with or without an empty alternative', async () => {
    const outline = 'strokePath M 0.5 0.5 width 1 #c0c0c0';
    const icon = 'fillPath M 2.5 2.5 #c8d9f5';
    expect((await shapesOf('<img src="none.png" width=60 height=40>')).slice(0, 2)).to.deep.equal([outline, icon]);
    expect((await shapesOf('<img src="none.png" width=60 height=40 alt="">')).slice(0, 2)).to.deep.equal([
      outline,
      icon,
    ]);
    expect(await shapesOf('<img src="none.png" dir=rtl width=60 height=40>')).to.include('fillPath M 42.5 2.5 #c8d9f5');
    expect(await shapesOf('<img src="none.png" width=17 height=40>')).to.deep.equal([]);
    expect(await shapesOf('<img src="none.png" alt="">')).to.deep.equal([]);
  });

  it('shows only the outline if no URL is given', async () => {
    expect(await shapesOf('<img width=60 height=40>')).to.deep.equal(['strokePath M 0.5 0.5 width 1 #c0c0c0']);
    expect(await shapesOf('<img width=60>')).to.deep.equal([]);
  });

  it('shows an icon at the upper left of its alternative text, which aligns with the line as other text does', async () => {
    const text = await inspect(
      `${PAGE}<p style="margin:0;font:16px/20px Arial">a <img src="none.png" alt="b c"> d`,
      'paint',
      null,
    );
    const lines = [...text.matchAll(/drawGlyphs ([\d.]+) ([\d.]+) .*"(.*)"/g)].map(([, x, y, word]) => [
      word,
      Number(x),
      Number(y),
    ]);
    expect(lines.map(([word]) => word)).to.deep.equal(['a ', 'b c', ' d']);
    expect(new Set(lines.map(([, , y]) => y)).size).to.equal(1);
    const icon = Number(/fillPath M ([\d.]+) /.exec(text)?.[1]);
    expect(Number(lines[1]![1]) - icon).to.be.closeTo(15.5, 0.5);
  });
});
