import { journey } from '../../../src/load/user/journey.ts'

/** Must not be run by who only looks at it. */
export function beforeAll(): never {
  throw new Error('beforeAll was run')
}

/** Must not be run by who only looks at it. */
export function afterUser(): never {
  throw new Error('afterUser was run')
}

export default journey(() => {
  throw new Error('the journey was run')
})
