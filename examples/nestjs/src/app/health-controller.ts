import { Controller, Get, Inject } from '@nestjs/common'
import { AuctionRooms } from './auction-rooms.ts'
import { workerToken } from './tokens.ts'

/** What a process says of itself. */
interface Health {
  readonly status: 'ok'
  /** ISO 8601. */
  readonly timestamp: string
  /** Its number in the cluster, from 1; 1 without a cluster. */
  readonly worker: number
  readonly pid: number
  /** Sockets of Socket.IO that are connected to it. */
  readonly sockets: number
}

/** Says that this process responds, and who it is. */
@Controller('api/health')
export class HealthController {
  constructor(
    @Inject(workerToken) private readonly worker: number,
    private readonly rooms: AuctionRooms,
  ) {}

  @Get()
  health(): Health {
    return { status: 'ok', timestamp: new Date().toISOString(), worker: this.worker, pid: process.pid, sockets: this.rooms.sockets }
  }
}
