import { createSecretKey } from 'node:crypto'
import { type DynamicModule, Module } from '@nestjs/common'
import { JwtModule } from '@nestjs/jwt'
import type { AuctionStore } from '../store/auction-store.ts'
import { AuctionGateway } from './auction-gateway.ts'
import { AuctionRooms } from './auction-rooms.ts'
import { Auctions } from './auctions.ts'
import { AuctionsController } from './auctions-controller.ts'
import { AuthController } from './auth-controller.ts'
import { HealthController } from './health-controller.ts'
import { RoundClock } from './round-clock.ts'
import { storeToken, workerToken } from './tokens.ts'
import { UsersController } from './users-controller.ts'

/** The parts that a process passes to the service. */
export interface AppParts {
  readonly store: AuctionStore
  readonly jwtSecret: string
  /** Number of this process in the cluster, from 1. */
  readonly worker: number
}

/** The whole service. */
@Module({})
export class AppModule {
  static with({ store, jwtSecret, worker }: AppParts): DynamicModule {
    // A key object is parsed once; a text would be parsed for each token.
    const key = createSecretKey(Buffer.from(jwtSecret))
    return {
      module: AppModule,
      imports: [JwtModule.register({ secret: key, signOptions: { expiresIn: '1d' }, verifyOptions: { algorithms: ['HS256'] } })],
      controllers: [AuthController, UsersController, AuctionsController, HealthController],
      providers: [
        { provide: storeToken, useValue: store },
        { provide: workerToken, useValue: worker },
        Auctions,
        AuctionGateway,
        AuctionRooms,
        RoundClock,
      ],
    }
  }
}
