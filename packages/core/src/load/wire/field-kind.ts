import { bytesOf, type Bytes } from './byte-classes.ts'
import { connectionFlags, endsChunked, fieldFlags } from './field-flags.ts'

/** What a header line is about, as far as framing goes. */
export type FieldKind = 'other' | 'connection' | 'content-length' | 'transfer-encoding'

/** The kind of the header line whose name, made of token bytes, stands at [start, end). */
export function fieldKind(bytes: Buffer, start: number, end: number): FieldKind {
  for (const { name, kind } of framingFields) {
    if (name.length === end - start && isNamed(bytes, start, name)) return kind
  }
  return 'other'
}

/** The flags after a line of a kind, its value not empty and not trimmed at its end. Of several Transfer-Encoding lines the last decides. */
export function flagsAfter(flags: number, kind: FieldKind, value: string): number {
  switch (kind) {
    case 'connection':
      return flags | connectionFlags(value)
    case 'content-length':
      return flags | fieldFlags.contentLength
    case 'transfer-encoding':
      return (flags & ~fieldFlags.chunked) | fieldFlags.transferEncoding | (endsChunked(value) ? fieldFlags.chunked : fieldFlags.none)
    default:
      return flags
  }
}

const framingFields: readonly { readonly name: Bytes; readonly kind: FieldKind }[] = [
  { name: bytesOf('content-length'), kind: 'content-length' },
  { name: bytesOf('transfer-encoding'), kind: 'transfer-encoding' },
  { name: bytesOf('connection'), kind: 'connection' },
  { name: bytesOf('proxy-connection'), kind: 'connection' },
]

// Among token bytes, setting this bit turns upper case into lower case and makes no other byte a letter or a hyphen.
function isNamed(bytes: Buffer, start: number, name: Bytes): boolean {
  for (let i = 0; i < name.length; i++) {
    if ((bytes[start + i]! | 0x20) !== name[i]) return false
  }
  return true
}
