import type { Random } from './random.ts'

const tokens = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '"',
  '0\r\n\r\n',
  'HTTP/1.1 200 OK\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: 0\r\n\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
  'chunked',
  'ffffffff',
  '\r\n ',
  '\x7f',
  '\xff',
]

/** Changes a text in one to three places: bytes, deletions, repetitions, tokens that matter, a cut. */
export function mutate(text: string, random: Random): string {
  let mutated = text
  for (let i = 1 + random.below(3); i > 0; i--) mutated = random.pick(mutations)(mutated, random)
  return mutated
}

type Mutation = (text: string, random: Random) => string

const mutations: readonly Mutation[] = [
  (text, random) => replace(text, random.below(text.length + 1), 1, String.fromCharCode(random.below(256))),
  (text, random) => {
    const at = random.below(text.length)
    return replace(text, at, 1, String.fromCharCode((text.charCodeAt(at) ^ (1 << random.below(8))) & 0xff))
  },
  (text, random) => replace(text, random.below(text.length + 1), 1 + random.below(5), ''),
  (text, random) => {
    const at = random.below(text.length + 1)
    return replace(text, at, 0, text.slice(at, at + 1 + random.below(40)))
  },
  (text, random) => replace(text, random.below(text.length + 1), 0, random.pick(tokens)),
  (text, random) => replaceOne(text, random, '\r\n', random.pick(tokens)),
  (text, random) => replaceOne(text, random, random.pick(tokens), random.pick(tokens)),
  (text, random) => text.slice(0, random.below(text.length + 1)),
]

function replace(text: string, at: number, count: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at + count)
}

function replaceOne(text: string, random: Random, token: string, inserted: string): string {
  const found = text.indexOf(token, random.below(text.length + 1))
  return found < 0 ? text : replace(text, found, token.length, inserted)
}
