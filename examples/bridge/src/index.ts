export { type BridgeOptions, type IdStyle } from './bridge-options.ts'
export { bridgeTarget, type BridgeTargetOptions } from './bridge-target.ts'
export { type BridgeCounts } from './bridge-counts.ts'
export { type RunningBridge, startBridge } from './start-bridge.ts'
