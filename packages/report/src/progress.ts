// What is said of a running test: a line of a log, and what is drawn of it in place on a terminal.
export { describeProgress } from './progress/describe-progress.ts'
export { drawLine, drawLive } from './progress/draw-live.ts'
export { LiveHistory } from './progress/sparkline.ts'
