export { get } from './get.ts'
export { mixed } from './mixed.ts'
export { set } from './set.ts'
