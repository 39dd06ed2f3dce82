export { type RunningToska, startToska } from './start-toska.ts'
export { type ToskaOptions } from './toska-options.ts'
export { type ToskaTargetOptions, toskaTarget } from './toska-target.ts'
