import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

const PAGE =
  '<!DOCTYPE html><style>@page{size:400px;margin:0}body{margin:0}div,span,button{width:100px;height:100px;border:0;padding:0}</style>';
const RED = 'background:#f00';
const LIME = 'background:#0f0';
const BLUE = 'background:#00f';

/** Returns the colors that are painted, in order. */
async function painted(html: string): Promise<string> {
  const text = await inspect(PAGE + html, 'paint', null);
  return [...text.matchAll(/fill(?:Rect|Path)\S* .*?(#[0-9a-f]{3,8})/g)].map((match) => match[1]).join(' ');
}

describe('three-dimensional rendering contexts', () => {
  it('show children of an edge-on box through any boxes in between, but nothing of the box itself', async () => {
    const outer = `transform:rotateX(90deg);transform-style:preserve-3d;${RED}`;
    const child = `<div style="transform:rotateX(90deg);${LIME}"></div>`;
    const own = `<p style="height:9px;${BLUE}">`;
    expect(await painted(`<div style="${outer}">${child}${own}</div>`)).to.equal('#00ff00');
    expect(await painted(`<div style="${outer}"><b style="display:contents">${child}</b></div>`)).to.equal('#00ff00');
    const inButton = `<button style="${outer}">${child}</button>`;
    expect(await painted(inButton)).to.equal('#00ff00');
    const pseudo = `<style>div::before{content:'';display:block;height:9px;transform:rotateX(90deg);${LIME}}</style>`;
    expect(await painted(`${pseudo}<div style="${outer}"></div>`)).to.equal('#00ff00');
    expect(await painted(`<div style="${outer}"><div style="${BLUE}">${child}</div></div>`)).to.equal('');
  });

  it('order layers by depth', async () => {
    const at = (z: number, color: string): string => `<div style="transform:translateZ(${z}px);${color}"></div>`;
    const inside = at(20, RED) + at(-20, LIME) + at(10, BLUE);
    expect(await painted(`<div style="transform-style:preserve-3d;background:#fff">${inside}</div>`)).to.equal(
      '#00ff00 #ffffff #0000ff #ff0000',
    );
    expect(await painted(`<div>${inside}</div>`)).to.equal('#ff0000 #00ff00 #0000ff');
  });

  it('hide back faces by their position in depth, also where the depth is zero', async () => {
    const one = (transform: string): string =>
      `<div style="backface-visibility:hidden;transform:${transform};${LIME}">`;
    expect(await painted(one('rotateY(180deg)'))).to.equal('');
    expect(await painted(one('scaleZ(-1)'))).to.equal('');
    expect(await painted(one('scaleX(-1)'))).to.equal('#00ff00');
    expect(await painted(one('scale3d(2, 2, 0)'))).to.equal('');
  });

  it('apply the perspective of an element only to its children', async () => {
    const child = '<div style="transform:translateZ(-100px);background:#0f0"></div>';
    const text = await inspect(`${PAGE}<div style="perspective:100px"><i>${child}</i></div>`, 'paint', null);
    expect(text).not.to.match(/transform 0\.5/);
  });

  it('use the fill box as reference where the stroke of a shape does not scale', async () => {
    const style = 'transform:scale(.5) translateY(-100%);transform-box:stroke-box;stroke:#000;stroke-width:20';
    const rect = (effect: string): string =>
      `<svg><rect width=100 height=100 y=20 style="${style};vector-effect:${effect}"/></svg>`;
    const shift = async (effect: string): Promise<string | undefined> =>
      /transform 0\.5 0 0 0\.5 (-?[\d.]+ -?[\d.]+)/.exec(await inspect(PAGE + rect(effect), 'paint', null))?.[1];
    expect(await shift('non-scaling-stroke')).not.to.equal(await shift('none'));
  });

  it('use the content box as reference if transform-box says so', async () => {
    const turned = async (box: string): Promise<string | undefined> => {
      const style = `padding:10px 0 0 20px;transform:translate(100%,50%);transform-box:${box}`;
      const text = await inspect(`${PAGE}<div style="${style};${RED}"></div>`, 'paint', null);
      return [...text.matchAll(/transform 1 0 0 1 (\S+ \S+)/g)]
        .map((match) => match[1])
        .find((place) => place !== '0 0');
    };
    expect(await turned('border-box')).to.equal('120 55');
    expect(await turned('content-box')).to.equal('100 50');
    expect(await turned('fill-box')).to.equal('100 50');
  });
});
