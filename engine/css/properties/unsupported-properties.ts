/** CSS properties that the engine ignores. Each has a reason for the diagnostic: `<name> has no effect: <reason>.` */
const REASONS: readonly (readonly [reason: string, names: string])[] = [
  [
    'nothing on paper is animated',
    `animation animation-composition animation-delay animation-delay-end animation-delay-start animation-direction
    animation-duration animation-fill-mode animation-iteration-count animation-name animation-play-state animation-range
    animation-range-center animation-range-end animation-range-start animation-timeline animation-timing-function
    animation-trigger transition transition-behavior transition-delay transition-duration transition-property
    transition-timing-function -webkit-animation -webkit-animation-delay -webkit-animation-direction
    -webkit-animation-duration -webkit-animation-fill-mode -webkit-animation-iteration-count -webkit-animation-name
    -webkit-animation-play-state -webkit-animation-timing-function -webkit-transition -webkit-transition-delay
    -webkit-transition-duration -webkit-transition-property -webkit-transition-timing-function interpolate-size
    timeline-scope timeline-trigger timeline-trigger-activation-range timeline-trigger-activation-range-end
    timeline-trigger-activation-range-start timeline-trigger-active-range timeline-trigger-active-range-end
    timeline-trigger-active-range-start timeline-trigger-name timeline-trigger-source trigger-scope event-trigger
    event-trigger-name event-trigger-source pointer-timeline pointer-timeline-axis pointer-timeline-name scroll-timeline
    scroll-timeline-axis scroll-timeline-name view-timeline view-timeline-axis view-timeline-inset view-timeline-name
    view-transition-class view-transition-group view-transition-name view-transition-scope image-animation`,
  ],
  [
    'nothing on paper scrolls',
    `scroll-axis-lock scroll-behavior scroll-initial-target scroll-margin scroll-margin-block scroll-margin-block-end
    scroll-margin-block-start scroll-margin-bottom scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start
    scroll-margin-left scroll-margin-right scroll-margin-top scroll-marker-group scroll-padding scroll-padding-block
    scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom scroll-padding-inline
    scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top
    scroll-snap-align scroll-snap-stop scroll-snap-type scroll-target-group scrollbar-color scrollbar-gutter
    scrollbar-width overflow-anchor
    overscroll-behavior overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y
    -webkit-overflow-scrolling`,
  ],
  [
    'it affects only pointers, keyboards or selections',
    `caret caret-animation caret-color caret-shape pointer-events interactivity nav-down nav-left nav-right nav-up touch-action user-select -webkit-user-select -webkit-touch-callout -webkit-tap-highlight-color -webkit-user-drag
    -webkit-user-modify input-security interest-delay interest-delay-end interest-delay-start
    spatial-navigation-action spatial-navigation-contain spatial-navigation-function window-drag app-region -webkit-app-region
    slider-orientation overlay reading-flow reading-order`,
  ],
  [
    'it concerns speech',
    `cue cue-after cue-before pause pause-after pause-before rest rest-after rest-before speak speak-as voice-balance
    voice-duration voice-family voice-pitch voice-range voice-rate voice-stress voice-volume`,
  ],
  [
    'it concerns screens',
    `dynamic-range-limit forced-color-adjust text-size-adjust -webkit-text-size-adjust -webkit-font-smoothing buffered-rendering color-rendering`,
  ],
  ['it applies only in @page rules', 'size'],
  ['the printable area of the printer is unknown', 'page-margin-safety'],
  [
    'no browser implements it',
    `background-position-block background-position-inline background-repeat-block background-repeat-inline
    background-repeat-x background-repeat-y background-tbd border-block-clip border-block-end-clip border-block-start-clip border-bottom-clip border-clip
    border-inline-clip border-inline-end-clip border-inline-start-clip border-left-clip border-limit
    border-right-clip border-top-clip box-shadow-blur box-shadow-color box-shadow-offset box-shadow-position
    box-shadow-spread copy-into fill-break fill-color fill-image fill-origin fill-position fill-repeat fill-size
    inline-sizing
    line-padding link-parameters marker-side min-intrinsic-sizing max-size min-size
    path-length stroke-align stroke-alignment stroke-break stroke-color
    stroke-dash-corner stroke-dash-justify stroke-dashadjust stroke-dashcorner stroke-image stroke-origin
    stroke-position stroke-repeat stroke-size text-align-all text-decoration-skip text-decoration-skip-box
    text-decoration-skip-self text-decoration-skip-spaces text-emphasis-skip text-group-align white-space-trim
    wrap-after wrap-before wrap-inside glyph-orientation-vertical
    border-boundary`,
  ],
  ['its specification is only a rough draft. Use `block-step` for boxes and `line-snap` for lines', 'box-snap'],
  [
    'it is not implemented',
    `flex-line-count color-interpolation frame-sizing text-fit -webkit-border-horizontal-spacing
    -webkit-border-vertical-spacing -webkit-mask-position-x -webkit-mask-position-y
    overflow-clip-margin-block overflow-clip-margin-block-end overflow-clip-margin-block-start
    overflow-clip-margin-bottom overflow-clip-margin-inline overflow-clip-margin-inline-end
    overflow-clip-margin-inline-start overflow-clip-margin-left overflow-clip-margin-right overflow-clip-margin-top
    text-decoration-inset -webkit-box-reflect -webkit-locale -webkit-rtl-ordering`,
  ],
];

export const unsupportedProperties: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(([reason, names]) => names.split(/\s+/).map((name): [string, string] => [name, reason])),
);
