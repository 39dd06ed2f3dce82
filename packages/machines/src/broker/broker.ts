import { setTimeout as sleep } from 'node:timers/promises'
import type { Queue, Worker } from 'bullmq'
import { BenchpressError } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { openStore, refusalOf, timeout, unreachable, withinTime, type Store } from './store.ts'

/** A listener to a queue. */
export interface Listening {
  /** Stops listening in bounded time; messages that are left in the queue are not read. */
  close(): Promise<void>
}

/** Milliseconds between two attempts. */
const pause = 200
/** Milliseconds for which a broker that is away is waited for. */
const patience = 10_000
/** Milliseconds in which a message is accepted or refused: its last attempt may be two calls, each with a timeout. */
export const longestPut: number = patience + 2 * timeout

const isRemoved = { removeOnComplete: true, removeOnFail: true }

/**
 * Queues of texts in Redis, Valkey or PostgreSQL, by BullMQ: each message is delivered to its only listener once, or rarely twice.
 *
 * All calls that ask the broker reject with BROKER_UNREACHABLE where it does not answer within seconds or refuses.
 */
export class Broker {
  readonly #store: Store
  /** Queues by name, for all calls except listening. */
  readonly #queues = new Map<string, Queue>()
  /** Queues to which this process has put a message. */
  readonly #filled = new Set<string>()
  #isClosed = false

  /** @throws BenchpressError what {@link openStore} throws */
  static async open(url: string): Promise<Broker> {
    return new Broker(await openStore(url))
  }

  private constructor(store: Store) {
    this.#store = store
  }

  /** Host, port and database, without user and password. */
  get place(): string {
    return this.#store.place
  }

  /** The time of the broker, in microseconds since 1970. */
  async now(): Promise<number> {
    return await this.#answered(withinTime(this.#store.now(), 'no answer'))
  }

  /**
   * Adds a message, whose id is not a number. A second message with the same id is ignored while the first is in the queue.
   *
   * @throws BenchpressError BROKER_UNREACHABLE where the broker is away for more than ten seconds, or refuses the message. Resolves without having put the message where the broker was closed meanwhile
   */
  async put(queue: string, id: string, text: string): Promise<void> {
    for (const until = performance.now() + patience; !this.#isClosed; await sleep(pause)) {
      try {
        if (!this.#filled.has(queue)) await this.#withinTime(queue, async () => await this.#store.limitEvents(queue))
        this.#filled.add(queue)
        await this.#withinTime(queue, async (of) => await of.add('message', { text }, { jobId: id, ...isRemoved }))
        return
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === undefined && performance.now() < until) continue
        throw new BenchpressError('BROKER_UNREACHABLE', `the broker at ${this.place} takes no messages: ${refusal ?? messageOf(error)}`)
      }
    }
  }

  /** Reads a message that was not consumed yet. */
  async get(queue: string, id: string): Promise<string | undefined> {
    return textOf(await this.#ask(queue, async (of) => await of.getJob(id)))
  }

  /** Lists the messages of a queue that were not consumed yet, by id, the oldest first: all of them, or the given number from a place on. */
  async list(queue: string, from: number = 0, most: number = Infinity): Promise<ReadonlyMap<string, string>> {
    const last = most === Infinity ? -1 : from + most - 1
    const jobs = await this.#ask(queue, async (of) => await of.getJobs(['waiting'], from, last, true))
    return new Map(jobs.map((job) => [job.id ?? '', textOf(job) ?? '']))
  }

  /** The names of all queues that have left anything, even without a message. */
  async queues(): Promise<ReadonlySet<string>> {
    return await this.#answered(withinTime(this.#store.queues(), 'no answer'))
  }

  /** Removes a message that was not consumed yet. */
  async remove(queue: string, id: string): Promise<void> {
    await this.#ask(queue, async (of) => await of.remove(id))
  }

  /**
   * Calls `onMessage` with each message of a queue.
   *
   * @param isBusy whether many senders use the queue: one worker reads one message in a round trip, so that several are used, which deliver out of order. The
   *   workers of BullMQ that read several messages at once wait for more before they deliver any.
   */
  listen(queue: string, onMessage: (text: string) => void, isBusy: boolean = false): Listening {
    const workers = Array.from({ length: isBusy ? this.#store.mostWorkers : 1 }, () =>
      this.#store.createWorker(queue, async (job) => onMessage(textOf(job) ?? '')),
    )
    for (const worker of workers) void worker.run().catch(() => undefined)
    const { closesByForce } = this.#store
    return { close: async () => void (await Promise.all(workers.map(async (worker) => await closed(worker, closesByForce)))) }
  }

  /** Removes a queue with all that is in it. */
  async drop(queue: string): Promise<void> {
    const drop = async (): Promise<void> => await this.#ask(queue, async (of) => await of.obliterate({ force: true }))
    // The queue may change while another process drops it too.
    await drop().catch(drop)
  }

  /** Forgets queues whose names have this beginning. */
  forget(beginning: string): void {
    for (const name of this.#filled) if (name.startsWith(beginning)) this.#filled.delete(name)
    for (const [name, queue] of this.#queues) {
      if (!name.startsWith(beginning)) continue
      this.#queues.delete(name)
      void closed(queue)
    }
  }

  /** Closes all connections in bounded time, even where the broker is away. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(Array.from(this.#queues.values(), async (queue) => await closed(queue)))
    await this.#store.close()
  }

  async #ask<Answer>(name: string, question: (queue: Queue) => Promise<Answer>): Promise<Answer> {
    return await this.#answered(this.#withinTime(name, question))
  }

  async #withinTime<Answer>(name: string, call: (queue: Queue) => Promise<Answer>): Promise<Answer> {
    const queue = this.#queue(name)
    try {
      return await withinTime(call(queue), 'no answer')
    } catch (error) {
      // A queue that could not be opened does not try again. Another call may have replaced it already.
      if (this.#queues.get(name) === queue) this.#queues.delete(name)
      void closed(queue)
      throw error
    }
  }

  async #answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      throw unreachable(this.place, error)
    }
  }

  #queue(name: string): Queue {
    let queue = this.#queues.get(name)
    if (queue === undefined) this.#queues.set(name, (queue = this.#store.createQueue(name)))
    return queue
  }
}

// By force, as BullMQ would wait for a broker that is away.
async function closed(each: Pick<Worker, 'close'>, byForce: boolean = true): Promise<void> {
  await withinTime(each.close(byForce), '').catch(() => undefined)
}

// A job of another program is no message.
function textOf(job: { readonly data: unknown } | undefined): string | undefined {
  const data = job?.data
  return typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string' ? data.text : undefined
}
