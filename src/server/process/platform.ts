export interface Platform {
  name: string
  /** Gives a site a disk that stays; undefined where there is none to be had. */
  volume: string | undefined
}

/** Hosts that set these variables start a service on a new disk, by their documentation, each time it is deployed or moved. */
const platforms: readonly (Platform & { variable: string })[] = [
  { variable: 'FLY_APP_NAME', name: 'Fly.io', volume: 'a volume ([mounts] in fly.toml)' },
  { variable: 'RENDER', name: 'Render', volume: 'a disk (disk in render.yaml)' },
  { variable: 'RAILWAY_ENVIRONMENT', name: 'Railway', volume: 'a volume (service settings)' },
  { variable: 'DYNO', name: 'Heroku', volume: undefined },
  { variable: 'K_SERVICE', name: 'Cloud Run', volume: undefined },
]

/** The host that this process runs on, by its variables. */
export const platformIn = (env: Readonly<Record<string, string | undefined>>): Platform | undefined =>
  platforms.find(({ variable }) => env[variable] !== undefined && env[variable] !== '')
