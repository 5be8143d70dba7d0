import { expectBoxes } from '../../support/boxes.ts';
import { greyJpeg, TURNED } from '../../support/jpeg.ts';

/** A JPEG of 30x20 with an EXIF rotation. */
const TURNED_URL = `data:image/jpeg;base64,${Buffer.from(greyJpeg(30, 20, TURNED)).toString('base64')}`;

describe('boxes of special elements', () => {
  it('renders form controls', () =>
    expectBoxes(
      '<input value=v><input type=hidden><input type=checkbox><button>b</button><textarea>t</textarea>',
      `
      Flex <input> [AtomicInline]
        Block <input> [Anonymous FlexItem]
          "v"
      Replaced <input> control 13x13 [AtomicInline]
      Flex <button> [AtomicInline]
        Block <button> [Anonymous FlexItem]
          "b"
      Flex <textarea> [AtomicInline]
        Block <textarea> [Anonymous FlexItem]
          "t"
        Block <textarea> [Anonymous FlexItem]
          break
          break
      `,
    ));

  it("reserves the width of each date field's widest value", () =>
    expectBoxes(
      '<input type=month value="2025-03"><input type=time>',
      `
      Flex <input> [AtomicInline]
        Block <input> [Anonymous FlexItem]
          Block <input> [Anonymous]
            Inline <input> [Anonymous]
              "March"
            " "
            Inline <input> [Anonymous]
              "2025"
          Block <input> [Anonymous]
            Block <input> [Anonymous AtomicInline]
              "---------"
              break
              "September"
              break
            " "
            Block <input> [Anonymous AtomicInline]
              "yyyy"
              break
              "000000"
              break
        Replaced <input>::-webkit-calendar-picker-indicator control 13.3333x13.3333 [Anonymous FlexItem]
      Flex <input> [AtomicInline]
        Block <input> [Anonymous FlexItem]
          Block <input> [Anonymous]
            Inline <input> [Anonymous]
              "--"
            ":"
            Inline <input> [Anonymous]
              "--"
            "\u202f"
            Inline <input> [Anonymous]
              "--"
          Block <input> [Anonymous]
            Block <input> [Anonymous AtomicInline]
              "--"
              break
              "00"
              break
            ":"
            Block <input> [Anonymous AtomicInline]
              "--"
              break
              "00"
              break
            "\u202f"
            Block <input> [Anonymous AtomicInline]
              "--"
              break
              "AM"
              break
              "PM"
              break
        Replaced <input>::-webkit-calendar-picker-indicator control 13.3333x13.3333 [Anonymous FlexItem]
      `,
    ));

  it('shows a placeholder only in an empty field', () =>
    expectBoxes(
      '<input placeholder=p><input placeholder=p value=v>',
      `
      Flex <input> [AtomicInline]
        Block <input> [Anonymous FlexItem]
          Inline <input>::placeholder
            "p"
      Flex <input> [AtomicInline]
        Block <input> [Anonymous FlexItem]
          "v"
      `,
    ));

  it('shows the selected option of a drop-down list and measures the others', () =>
    expectBoxes(
      '<select><option>A<option selected>B<option hidden>C</select>',
      `
      Flex <select> [AtomicInline]
        Block <select> [Anonymous FlexItem]
          Block <select> [Anonymous]
            "B"
          Block <select> [Anonymous]
            "A"
      `,
    ));

  it('builds base-select menus from the selected text and an icon that can be styled or removed', () =>
    expectBoxes(
      '<style>select{appearance:base-select}.n::picker-icon{display:none}.o::picker-icon{content:"o"}</style>' +
        '<select><option>A</select><select class=n><option>B</select><select class=o><option>C</select>',
      `
      Flex <select> [AtomicInline]
        Block <select> [Anonymous FlexItem]
          "A"
        Block <select>::picker-icon [Anonymous FlexItem]
          "▾"
      Flex <select.n> [AtomicInline]
        Block <select.n> [Anonymous FlexItem]
          "B"
      Flex <select.o> [AtomicInline]
        Block <select.o> [Anonymous FlexItem]
          "C"
        Block <select.o>::picker-icon [Anonymous FlexItem]
          "o"
      `,
    ));

  it('renders fieldset, and details closed, open and without a summary', () =>
    expectBoxes(
      '<fieldset><legend>l</legend>t</fieldset><details><summary>s</summary>t</details><details open>u</details>',
      `
      Fieldset <fieldset>
        Block <legend>
          "l"
        Block <fieldset> [Anonymous]
          "t"
      Block <details>
        Block <summary>
          Inline <summary>::marker
            Marker <summary>::marker disclosure-closed [Anonymous AtomicInline]
          "s"
        Block <details>::details-content
      Block <details>
        Block <details> [Anonymous]
          Inline <details>::marker
            Marker <details>::marker disclosure-open [Anonymous AtomicInline]
          "Details"
        Block <details>::details-content
          "u"
      `,
    ));

  it('prints the contents of closed details if they are made visible', () =>
    expectBoxes(
      '<style>::details-content{content-visibility:visible}</style><details><summary style="display:block">s</summary><b>t</b></details>',
      `
      Block <details>
        Block <summary>
          "s"
        Block <details>::details-content
          Inline <b>
            "t"
      `,
    ));

  it('gives the contents of details their own box with any display', () =>
    expectBoxes(
      '<style>::details-content{display:flex}</style><details open><summary style="display:inline-block;list-style:none">s</summary><b>t</b></details>',
      `
      Block <details>
        Block <details> [Anonymous]
          Block <summary> [AtomicInline]
            "s"
        Flex <details>::details-content
          Block <b> [FlexItem]
            "t"
      `,
    ));

  it('renders fieldsets without markers, and image buttons with their label', () =>
    expectBoxes(
      '<fieldset style="display:list-item">a</fieldset><input type=image><input type=image value=v>',
      `
      Fieldset <fieldset>
        "a"
      Block <body> [Anonymous]
        Block <input> [AtomicInline]
          Replaced <input> missing 16x16 [Anonymous Float]
          "Submit"
        Block <input> [AtomicInline]
          Replaced <input> missing 16x16 [Anonymous Float]
          "v"
      `,
    ));

  it('keeps the space of image buttons with broken images if their size is specified', () =>
    expectBoxes(
      '<input type=image src="data:,no" style="width:100%"><input type=image src="data:,no" width=9 height=9>',
      `
      Block <input> [AtomicInline]
        Replaced <input> missing 16x16 [Anonymous Float]
        "Submit"
      Replaced <input> missing 16x16 [AtomicInline]
      `,
    ));

  it('renders replaced elements', () =>
    expectBoxes(
      '<svg viewBox="0 0 2 1" width=10></svg><canvas height=5>c</canvas><audio></audio><img alt=x><img alt="">',
      `
      Replaced <svg> svg 10xauto [AtomicInline]
      Inline <canvas>
        "c"
      Block <img> [AtomicInline]
        Replaced <img> missing 16x16 [Anonymous Float]
        "x"
      Replaced <img> unset 0x0 [AtomicInline]
      `,
    ));

  it('replaces contents by an image', () =>
    expectBoxes(
      `<style>p{content:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>")}</style><p>x</p>`,
      'Replaced <p> image 4x3',
    ));

  it('applies EXIF orientation unless the style prevents it', () =>
    expectBoxes(
      `<style>.n{image-orientation:none}p{content:url("${TURNED_URL}")}</style><img src="${TURNED_URL}"><img class=n src="${TURNED_URL}"><p class=n>x</p>`,
      `
      Block <body> [Anonymous]
        Replaced <img> image 20x30 [AtomicInline]
        Replaced <img.n> image 30x20 [AtomicInline]
      Replaced <p.n> image 30x20
      `,
    ));

  it('turns and flips images by image-orientation', () =>
    expectBoxes(
      ['90deg', '-44deg', '-45deg flip', 'flip 1turn', 'flip']
        .map((value) => `<img style="image-orientation:${value}" src="${TURNED_URL}">`)
        .join(''),
      `
      Replaced <img> image 20x30 [AtomicInline]
      Replaced <img> image 30x20 [AtomicInline]
      Replaced <img> image 20x30 [AtomicInline]
      Replaced <img> image 30x20 [AtomicInline]
      Replaced <img> image 30x20 [AtomicInline]
      `,
    ));

  it('sizes images by their view box unless that is empty', () =>
    expectBoxes(
      ['inset(10px 5px 5px)', 'rect(auto 50% 20px 5px)', 'xywh(0 0 4px 100%)', 'inset(20px 0)']
        .map((box) => `<img style="object-view-box:${box}" src="${TURNED_URL}">`)
        .join(''),
      `
      Replaced <img> image 10x15 [AtomicInline]
      Replaced <img> image 5x20 [AtomicInline]
      Replaced <img> image 4x30 [AtomicInline]
      Replaced <img> image 20x30 [AtomicInline]
      `,
    ));
});
