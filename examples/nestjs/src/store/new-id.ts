import { randomBytes } from 'node:crypto'

/** A new identifier: 24 hexadecimal digits, as MongoDB's are. */
export function newId(): string {
  return randomBytes(12).toString('hex')
}
