import { oddFields, plainFields } from './header-lines.ts'
import type { Random } from './random.ts'

/** A body as it goes over the wire, and the header lines that frame it, rightly or not. */
export interface Body {
  readonly fields: readonly string[]
  readonly body: string
}

/**
 * Creates a body in one of the ways there are: by length, in chunks, until the server closes (of the last response only), in conflict.
 */
export function createBody(random: Random, isLast: boolean): Body {
  const kind = random.below(100)
  const content = createContent(random)
  if (kind < 48) return { fields: [createLength(random, content.length)], body: content }
  if (kind < 78) return { fields: [createCoding(random)], body: createChunks(random) }
  if (kind < 84) return { fields: ['Content-Length: 0'], body: '' }
  if (kind < 93)
    return isLast ? { fields: random.pick([[], ['Transfer-Encoding: gzip']]), body: content } : { fields: ['Content-Length:0'], body: '' }
  return createConflict(random, content)
}

function createContent(random: Random): string {
  if (random.chance(0.1)) return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
  return random.pick(['', '{"hello":"world!"}', 'a', '\r\n', '\0\xff\x80']).repeat(random.pick([1, 1, 1, 2, 30]))
}

function createLength(random: Random, length: number): string {
  const name = random.pick(['Content-Length', 'Content-Length', 'content-length', 'CONTENT-LENGTH'])
  const odd = [
    `00${length}`,
    `${length} \t`,
    `\t${length}`,
    `+${length}`,
    `-${length}`,
    `${length},${length}`,
    `${length} 1`,
    '',
    ' ',
    `0x${length}`,
    `${length}.0`,
  ]
  const huge = ['18446744073709551615', '18446744073709551616', '99999999999999999999', '9007199254740993', `${'0'.repeat(30)}${length}`]
  if (random.chance(0.06)) return `${name}: ${random.pick([...odd, ...huge])}`
  return `${name}:${random.pick([' ', ' ', ''])}${length}`
}

function createCoding(random: Random): string {
  const odd = [
    'gzip, chunked',
    'chunked, gzip',
    'identity',
    'Chunked ',
    'chunked\t',
    'chunked,',
    ',chunked',
    'chunked,chunked',
    'xchunked',
    'chunked;a=b',
    '',
    ' ',
  ]
  return random.chance(0.1)
    ? `Transfer-Encoding: ${random.pick(odd)}`
    : random.pick(['Transfer-Encoding: chunked', 'transfer-encoding:CHUNKED'])
}

function createConflict(random: Random, content: string): Body {
  const length = createLength(random, content.length)
  const coding = createCoding(random)
  const both = [
    [length, length],
    [length, 'Content-Length: 1'],
    [coding, length],
    [length, coding],
    [coding, coding],
    [coding, 'Transfer-Encoding: gzip'],
    ['Transfer-Encoding: gzip', coding],
  ]
  return { fields: random.pick(both), body: random.chance(0.5) ? content : createChunks(random) }
}

function createChunks(random: Random): string {
  let text = ''
  for (let i = random.below(4); i > 0; i--) {
    const content = createContent(random)
    if (content !== '') text += `${createSize(random, content.length)}${createExtension(random)}\r\n${content}${createChunkEnd(random)}`
  }
  return `${text}${random.pick(['0', '0', '0', '000'])}${createExtension(random)}\r\n${createTrailers(random)}\r\n`
}

function createChunkEnd(random: Random): string {
  return random.chance(0.01) ? random.pick(['', '\n', '\r', 'x\r\n', '\r\n\r\n']) : '\r\n'
}

function createSize(random: Random, length: number): string {
  const size = length.toString(16)
  const odd = [
    '',
    '0x',
    'g',
    '-1',
    '+1',
    'fffffffffffffffff',
    'ffffffffffffffff',
    '0000000000000000000000001',
    `${size} `,
    ` ${size}`,
    `${size}\t`,
  ]
  if (random.chance(0.015)) return random.pick(odd)
  return random.pick([size, size, size.toUpperCase(), `0${size}`, `0000000000000000000${size}`])
}

function createExtension(random: Random): string {
  if (random.chance(0.8)) return ''
  const odd = [';', '; a=b', ';a="b', ';a="\x01"', ';a=b c', ';a="b"c', ' ;a', ';a=\xe9', ';a=b=c', ';\xe9']
  const legal = [';a', ';a=b', ';a="b;\\"\xe9\t="', ';a=b;c="d"', ';;a', ';=', ';a=', ';a="";b', ';a=b"c"']
  return random.pick(random.chance(0.08) ? odd : legal)
}

function createTrailers(random: Random): string {
  if (random.chance(0.75)) return ''
  const trailers = [
    'X-Trailer: a',
    'Expires: never',
    'Connection: close',
    'Connection: keep-alive',
    'Content-Length: 3',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    ...plainFields,
  ]
  const field = random.chance(0.1) ? random.pick(oddFields) : random.pick(trailers)
  return `${field}\r\n`
}
