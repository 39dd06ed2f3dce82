import { ControlConnection } from '../servers/control-connection.ts'

/** Measures the operations of the server, and the CPU of this process, between two instants. */
export class BetweenInstants {
  readonly #control: ControlConnection
  readonly #command: string
  #before: { readonly operations: number; readonly cpuSeconds: number } | undefined

  private constructor(control: ControlConnection, command: string) {
    this.#control = control
    this.#command = command
  }

  static async on(port: number, command: string): Promise<BetweenInstants> {
    return new BetweenInstants(await ControlConnection.open(port), command)
  }

  async begin(): Promise<void> {
    this.#before = await this.#read()
  }

  /** Prints the figures since the start. */
  async end(): Promise<void> {
    const { operations, cpuSeconds } = await this.#read()
    const before = this.#before ?? { operations: 0, cpuSeconds: 0 }
    console.log(JSON.stringify({ operations: operations - before.operations, cpuSeconds: cpuSeconds - before.cpuSeconds }))
    this.#control.close()
  }

  async #read(): Promise<{ readonly operations: number; readonly cpuSeconds: number }> {
    const counts = await this.#control.commandCounts()
    const { user, system } = process.cpuUsage()
    return { operations: counts[this.#command]?.calls ?? 0, cpuSeconds: (user + system) / 1e6 }
  }
}
