import { ManualClock } from '../base/clock/manual-clock.ts'
import { UserState } from '../load/user/user-state.ts'
import { userStopped } from '../load/user/user-stopped.ts'

/** A user whose waits follow a manual clock, where it has one: they end when the clock is moved, and not before. */
export class TestUserState extends UserState {
  override async waitUntil(time: number): Promise<void> {
    const { clock } = this.scenario
    if (!(clock instanceof ManualClock)) return await super.waitUntil(time)
    this.throwIfStopped()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const onStop = (): void => reject(userStopped)
    this.signal.addEventListener('abort', onStop, { once: true })
    try {
      await Promise.race([clock.reached(time), stopped])
    } finally {
      this.signal.removeEventListener('abort', onStop)
    }
  }
}
