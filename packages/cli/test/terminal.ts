import { execa } from 'execa'
import { hasTool } from '../../../test/tools.ts'

/** Whether tests can open a terminal, which takes tmux. */
export const hasTerminal: boolean = hasTool('tmux')

/** A shell in a terminal of a number of columns, which runs until it is closed. */
export class Terminal {
  readonly #socket = `benchpress-${process.pid}-${Math.random().toString(36).slice(2)}`

  /** Starts the shell in a folder, with a prompt of `%`. */
  async open(cwd: string, columns: number, env: Readonly<Record<string, string>> = {}): Promise<void> {
    // What surrounds the tests would switch the live view or its colours off.
    const unset = ['CI', 'NO_COLOR', 'FORCE_COLOR', 'NODE_OPTIONS', 'VITEST'].flatMap((name) => ['-u', name])
    const set = Object.entries({ LC_ALL: 'C.UTF-8', PS1: '% ', ...env }).map(([name, value]) => `${name}=${value}`)
    const shell = ['env', ...unset, ...set, 'bash', '--norc', '--noprofile']
    await this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', '30', '-c', cwd, ...shell)
  }

  async close(): Promise<void> {
    await this.#tmux('kill-server')
  }

  async type(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys)
  }

  async resize(columns: number): Promise<void> {
    await this.#tmux('resize-window', '-x', String(columns), '-y', '30')
  }

  /** The visible lines, without the empty ones at the bottom. */
  async lines(): Promise<readonly string[]> {
    return (await this.#tmux('capture-pane', '-p')).trimEnd().split('\n')
  }

  /** Whether anything on the screen has a colour. */
  async isColoured(): Promise<boolean> {
    return (await this.#tmux('capture-pane', '-p', '-e')).includes('\u001B[3')
  }

  async showsCursor(): Promise<boolean> {
    return (await this.#tmux('display-message', '-p', '#{cursor_flag}')).trim() === '1'
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { stdout } = await execa('tmux', ['-u', '-L', this.#socket, ...args], { stripFinalNewline: false })
    return stdout
  }
}
