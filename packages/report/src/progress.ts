// Entry for the progress of a running test: a line of a log, and the live view of a terminal.
export { describeProgress } from './progress/describe-progress.ts'
export { drawLine, drawLive } from './progress/draw-live.ts'
export { LiveHistory } from './progress/sparkline.ts'
