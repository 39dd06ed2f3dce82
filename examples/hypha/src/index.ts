export { type ClusterPortOptions, findClusterPort } from './find-cluster-port.ts'
export { hyphaClusterTarget, type HyphaClusterTargetOptions, hyphaTarget, type HyphaTargetOptions } from './hypha-target.ts'
export { type Breakage } from './registry.ts'
