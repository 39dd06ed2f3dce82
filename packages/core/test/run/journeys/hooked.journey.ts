import { journey } from '../../../src/load/user/journey.ts'

/** Must not run where the module is only inspected. */
export function beforeAll(): never {
  throw new Error('beforeAll was run')
}

/** Must not run where the module is only inspected. */
export function afterUser(): never {
  throw new Error('afterUser was run')
}

export default journey(() => {
  throw new Error('the journey was run')
})
