export { publish } from './publish.ts'
export { subscribe } from './subscribe.ts'
