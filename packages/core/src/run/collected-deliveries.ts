import { DeliveryTotals } from '../measure/delivery/delivery-totals.ts'
import type { DeliverySnapshot } from '../measure/delivery/delivery-recorder.ts'

/** Adds up what the load threads tell of the messages that users pushed to each other, by plugin. */
export class CollectedDeliveries {
  readonly #byPlugin = new Map<string, DeliveryTotals>()

  /** By the name of the plugin. */
  get byPlugin(): ReadonlyMap<string, DeliveryTotals> {
    return this.#byPlugin
  }

  /** Takes what one thread told, the snapshots by the names of their plugins. */
  add(deliveries: readonly { readonly name: string; readonly snapshot: DeliverySnapshot }[]): void {
    for (const { name, snapshot } of deliveries) {
      let totals = this.#byPlugin.get(name)
      if (totals === undefined) {
        totals = new DeliveryTotals()
        this.#byPlugin.set(name, totals)
      }
      totals.add(snapshot)
    }
  }

  /** All threads have told what was before this time. */
  settle(now: number): void {
    for (const totals of this.#byPlugin.values()) totals.settle(now)
  }

  /** A thread died that was last heard of at a time; its number is that of its publisher. */
  lose(worker: number, at: number): void {
    for (const totals of this.#byPlugin.values()) totals.lose(worker, at)
  }
}
