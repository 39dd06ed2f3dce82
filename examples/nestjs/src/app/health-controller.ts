import { Controller, Get, Inject } from '@nestjs/common'
import { AuctionRooms } from './auction-rooms.ts'
import { workerToken } from './tokens.ts'

/** The health of a process. */
interface Health {
  readonly status: 'ok'
  /** ISO 8601. */
  readonly timestamp: string
  /** Number of the process in the cluster, from 1; 1 without a cluster. */
  readonly worker: number
  readonly pid: number
  /** Number of sockets of Socket.IO that are connected to the process. */
  readonly sockets: number
}

/** Responds with the health of this process. */
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
