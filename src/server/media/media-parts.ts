import type { Database } from '../db/database.ts'
import type { Bucket } from './bucket.ts'
import type { ImageProcess } from './image-process.ts'

/** Places of media: rows in the database, and bytes in it or in the bucket. */
export interface MediaStore {
  database: Database
  /** Undefined when no bucket is set up. */
  bucket?: Bucket | undefined
}

/** Parts that media are made with. */
export interface MediaParts extends MediaStore {
  images: ImageProcess
}
