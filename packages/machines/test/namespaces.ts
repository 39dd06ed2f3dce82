import { spawnSync } from 'node:child_process'

let made = 0

/** Network namespaces that are connected only to this process: for the network, each agent is on a machine of its own. */
export class Namespaces {
  /** Address at which the namespaces reach this process. */
  readonly host: string
  readonly #bridge: string
  readonly #names: string[] = []
  readonly #net: string

  /** Creates a network for this process; throws where the kernel does not allow that. */
  constructor() {
    // An address of the range that is reserved for network tests.
    const number = made++
    this.#net = `198.18.${(process.pid + number) % 256}`
    this.#bridge = `bp${process.pid % 1e6}${String.fromCodePoint(97 + number)}`
    this.host = `${this.#net}.1`
    ip('link', 'add', this.#bridge, 'type', 'bridge')
    try {
      ip('addr', 'add', `${this.host}/24`, 'dev', this.#bridge)
      ip('link', 'set', this.#bridge, 'up')
    } catch (error) {
      this.remove()
      throw error
    }
  }

  /** Adds a namespace, and returns the command that starts a program in it. */
  add(): readonly string[] {
    const number = this.#names.length + 2
    const [name, near, far] = [`${this.#bridge}-${number}`, `${this.#bridge}n${number}`, `${this.#bridge}f${number}`]
    ip('netns', 'add', name)
    this.#names.push(name)
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    ip('link', 'set', near, 'master', this.#bridge, 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
    ip('-n', name, 'addr', 'add', `${this.#net}.${number}/24`, 'dev', far)
    ip('-n', name, 'link', 'set', far, 'up')
    return ['ip', 'netns', 'exec', name]
  }

  /** Removes all namespaces. */
  remove(): void {
    for (const name of this.#names.splice(0)) ip('netns', 'del', name)
    ip('link', 'del', this.#bridge)
  }
}

function ip(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('ip', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr}`)
}
