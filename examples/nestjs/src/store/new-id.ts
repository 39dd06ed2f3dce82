import { randomBytes } from 'node:crypto'

/** Creates an identifier of 24 hexadecimal digits, like those of MongoDB. */
export function newId(): string {
  return randomBytes(12).toString('hex')
}
