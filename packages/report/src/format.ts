// Entry for writing figures and names, without the code that makes or draws reports: a command that prints one number loads no more.

export { formatBytes, formatChange, formatNumber, formatSeconds, formatTime, formatValue, plural } from '@benchpress/core/report'
export { machineLine, showModule, toolLine } from './format/machine-line.ts'
export { wrapLine } from './render/wrap-line.ts'
export { colourPalette, plainPalette, type Palette, type Style } from './render/palette.ts'
