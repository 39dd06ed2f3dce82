import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { AuctionStore } from '../store/auction-store.ts'
import { AuctionRooms } from './auction-rooms.ts'
import { storeToken } from './tokens.ts'

/** Ends rounds whose time is over, and sends the time left of other rounds, each second. */
@Injectable()
export class RoundClock implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(RoundClock.name)
  #timer: NodeJS.Timeout | undefined

  constructor(
    @Inject(storeToken) private readonly store: AuctionStore,
    private readonly rooms: AuctionRooms,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => void this.#tick(Date.now()), 1000)
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer)
  }

  async #tick(now: number): Promise<void> {
    try {
      for (const auction of await this.store.listAuctions('active')) {
        const completed = await this.store.completeRound(auction.id, now)
        if (completed === undefined) this.rooms.tellTime(auction, now)
        else this.rooms.tellRoundEnd(completed)
      }
    } catch (error) {
      // The next tick tries again.
      this.#logger.error(error)
    }
  }
}
