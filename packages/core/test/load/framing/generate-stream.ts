import { createBody } from './generate-body.ts'
import { closingFields, connectionFields, oddFields, plainFields } from './header-lines.ts'
import { mutate } from './mutate.ts'
import { Random } from './random.ts'
import type { Stream } from './reading.ts'

/** Generates the stream of a seed: 1 to 4 responses by a grammar of legal and nearly legal forms, then mutated in one case of three. */
export function generateStream(seed: number): Stream {
  const random = new Random(seed)
  const count = random.pick([1, 2, 2, 3, 3, 3, 4, 4])
  const headRequests: boolean[] = []
  let text = ''
  let previous = ''
  for (let i = 0; i < count; i++) {
    const isHead = random.chance(0.08)
    headRequests.push(isHead)
    const response = previous !== '' && !isHead && random.chance(0.2) ? previous : createResponse(random, isHead, i === count - 1)
    previous = isHead ? '' : response
    text += response
    if (random.chance(0.05)) text += random.pick(['\r\n', '\n', '\r', '\r\n\r\n'])
  }
  return { bytes: Buffer.from(random.chance(0.35) ? mutate(text, random) : text, 'latin1'), headRequests }
}

/** Offsets at which to split a stream: after every byte, in equal pieces, or at random. */
export function generateSplits(length: number, random: Random): number[] {
  const size = random.pick([1, 2, 3, 7, 61, 0, 0, 0, 0, 0])
  const ends: number[] = []
  if (size > 0) {
    for (let end = size; end < length; end += size) ends.push(end)
  } else if (length > 1) {
    for (let i = random.below(8); i >= 0; i--) ends.push(1 + random.below(length - 1))
    ends.sort((one, other) => one - other)
  }
  return [...ends.filter((end, index) => end !== ends[index - 1]), length]
}

const statuses = ['200', '200', '200', '200', '200', '404', '500', '201', '304', '204', '205', '301', '503', '999', '099']
const interimStatuses = ['100', '100', '102', '103', '103', '104', '199']
const oddStatusLines = [
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 20 OK',
  'HTTP/1.1 2000 OK',
  'HTTP/1.1  200 OK',
  'http/1.1 200 OK',
  'HTTP/1.1 2x0',
]
const reasons = [' OK', ' OK', ' OK', ' Not Found', ' ', '', '  two  words ', ' \xe9\xff', ' a\0b', ' \t', ' :']
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/3.0', 'HTTP/11', 'RTSP/1.1', 'ICE/1.1', 'HTTP 1.1', 'ICY']
function createResponse(random: Random, respondsToHead: boolean, isLast: boolean): string {
  const interim = random.chance(0.08) ? createHead(random, random.pick(interimStatuses), createFields(random, [])) : ''
  const status = random.pick(statuses)
  const { fields, body } = createBody(random, isLast)
  const hasBody = !respondsToHead && status !== '204' && status !== '304'
  return interim + createHead(random, status, createFields(random, fields)) + (hasBody ? body : '')
}

function createHead(random: Random, status: string, fields: readonly string[]): string {
  const version = random.chance(0.03) ? random.pick(versions) : 'HTTP/1.1'
  const statusLine = random.chance(0.02) ? random.pick(oddStatusLines) : `${version} ${status}${random.pick(reasons)}`
  return [statusLine, ...fields, '', ''].join(random.chance(0.01) ? random.pick(['\n', '\r', '\r\r\n', '\n\r']) : '\r\n')
}

function createFields(random: Random, framing: readonly string[]): string[] {
  const fields = [...framing]
  const insert = (field: string): unknown => fields.splice(random.below(fields.length + 1), 0, field)
  for (let i = random.below(4); i > 0; i--) insert(random.pick(plainFields))
  if (random.chance(0.15)) insert(random.pick(connectionFields))
  if (random.chance(0.05)) insert(random.pick(closingFields))
  if (random.chance(0.02)) insert(random.pick(oddFields))
  if (random.chance(0.01)) for (let i = 0; i < 40; i++) insert(`X-${i}: ${i}`)
  return fields
}
