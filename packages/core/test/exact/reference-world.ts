import { nextLook, wheelWidth } from './played.ts'
import type { Ledger } from './ledger.ts'
import type { ScriptedServer } from './scripted-server.ts'
import { playStart } from './world.ts'

/** Something with a deadline. */
export interface Watched {
  /** Looks whether it is late. Returns when to look again, or `Infinity`. */
  expire(now: number): number
}

/** What the reference clients of one play share. */
export class ReferenceWorld {
  readonly server: ScriptedServer
  readonly ledger: Ledger
  readonly timeout: number
  readonly #soon: (() => void)[] = []
  #watched: { readonly who: Watched; readonly due: number }[] = []

  constructor(server: ScriptedServer, ledger: Ledger, timeout: number) {
    this.server = server
    this.ledger = ledger
    this.timeout = timeout
    this.#look()
  }

  now(): number {
    return this.server.world.now()
  }

  at(time: number, act: () => void): () => void {
    return this.server.world.at(time, act)
  }

  /** Behind what happens now. */
  soon(act: () => void): void {
    this.#soon.push(act)
  }

  watch(who: Watched, due: number): void {
    this.#watched.push({ who, due })
  }

  unwatch(who: Watched): void {
    this.#watched = this.#watched.filter((one) => one.who !== who)
  }

  /** Plays until `isOver`. */
  play(begin: () => void, isOver: () => boolean): void {
    this.at(playStart, begin)
    while (!isOver() && this.server.world.advance()) for (let act = this.#soon.shift(); act !== undefined; act = this.#soon.shift()) act()
  }

  // A deadline is seen at the end of the ten milliseconds that it lies in; of those that lie in the same, the one first that was set first.
  #look(): void {
    this.at(nextLook(this.now()), () => {
      const now = this.now()
      const spanOf = ({ due }: { readonly due: number }): number => Math.floor(due / wheelWidth)
      const late = this.#watched.filter((one) => spanOf(one) < spanOf({ due: now }))
      this.#watched = this.#watched.filter((one) => !late.includes(one))
      for (const { who } of late.toSorted((a, b) => spanOf(a) - spanOf(b))) {
        const next = who.expire(now)
        if (next < Infinity) this.watch(who, next)
      }
      this.#look()
    })
  }
}
