/** A command, as it is sent and as it is counted. */
export interface CommandName {
  /** In capitals, mostly: ioredis changes what belongs to some of the commands that it knows, and knows them by their small letters. */
  readonly wire: string
  /** In small letters, as a server counts it. */
  readonly tag: string
  /** Whether it changes the state of the connection, or holds up the commands after it. */
  readonly needsOwn: boolean
}

const refused = new Set(['subscribe', 'psubscribe', 'ssubscribe', 'monitor', 'sync', 'psync', 'quit', 'hello', 'reset'])
const needingOwn = new Set(
  'multi exec discard watch unwatch select auth client readonly readwrite asking wait waitaof blpop brpop brpoplpush blmove blmpop bzpopmin bzpopmax bzmpop'.split(
    ' ',
  ),
)
// ioredis looks them up several times for each command, which is faster for names that need not be turned into small letters for it.
const untouched = new Set('get set del mget incr incrby exists pexpire ping'.split(' ').map(asKey))
const mostNames = 1000
const known = new Map<string, CommandName>()

/**
 * Names a command, however it is written.
 *
 * @throws TypeError for one whose replies do not come one for each command, or that ends the connection
 */
export function nameCommand(name: string): CommandName {
  return known.get(name) ?? learn(name)
}

function learn(name: string): CommandName {
  const tag = name.toLowerCase()
  if (tag === '' || /\s/.test(tag))
    throw new TypeError(`redis.command: the name of a command comes first, its parts behind it, and "${name}" is no name`)
  if (refused.has(tag)) throw new TypeError(`redis.command: ${tag} cannot be sent: it has not one reply, or changes what the connection is`)
  const named = { wire: untouched.has(tag) ? tag : asKey(name.toUpperCase()), tag: asKey(tag), needsOwn: needingOwn.has(tag) }
  if (known.size < mostNames) known.set(name, named)
  return named
}

// A text that was put together is compared, and one that was a key before is recognised.
function asKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}
