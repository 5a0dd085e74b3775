import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import { regionOf } from '../../model/media/crop.ts'
import { type MediaItem, smallestCrop } from '../../model/media/media-item.ts'
import type { Crop } from '../../model/media/published-image.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { originalOf } from './media-api.ts'

/** Aspect ratios on offer, as width by height; `Free` has none. */
export const shapes: readonly { label: string; aspect?: number }[] = [
  { label: 'Free' },
  { label: 'Square', aspect: 1 },
  { label: '4:5', aspect: 4 / 5 },
  { label: '3:2', aspect: 3 / 2 },
  { label: '16:10', aspect: 16 / 10 },
]

const wholeImage: Crop = { x: 0, y: 0, width: 1, height: 1 }

/** Largest crop with this aspect ratio, centred on a point as far as possible. */
export const largestCrop = (
  aspect: number,
  image: { width: number; height: number },
  around: { x: number; y: number },
): Crop => {
  const own = image.width / image.height
  const [width, height] = aspect < own ? [aspect / own, 1] : [1, own / aspect]
  const within = (middle: number, size: number) => Math.min(1 - size, Math.max(0, middle - size / 2))
  return { x: within(around.x, width), y: within(around.y, height), width, height }
}

interface Props {
  item: MediaItem
  whole: { width: number; height: number }
  crop: Crop | null
  around: { x: number; y: number }
  set(crop: Crop | null): void
  done(): void
}

const inPercent = ({ x, y, width, height }: Crop) => ({
  ...{ unit: '%' as const, x: x * 100, y: y * 100, width: width * 100, height: height * 100 },
})

const CropEditor = ({ item, whole, crop, around, set, done }: Props) => {
  const [shape, setShape] = useState('Free')
  const [scale, setScale] = useState(1)
  const aspect = shapes.find(({ label }) => label === shape)?.aspect
  const part = crop ?? wholeImage
  const { width, height } = regionOf(part, whole)
  const choose = (label: string) => {
    setShape(label)
    const chosen = shapes.find((one) => one.label === label)?.aspect
    if (chosen !== undefined) set(largestCrop(chosen, whole, around))
  }
  return (
    <div className="crop-editor">
      <ReactCrop
        className="crop-area"
        crop={inPercent(part)}
        {...(aspect === undefined ? {} : { aspect })}
        minWidth={smallestCrop * scale}
        minHeight={smallestCrop * scale}
        keepSelection
        ruleOfThirds
        onChange={(_, now) => {
          const share = { x: now.x / 100, y: now.y / 100, width: now.width / 100, height: now.height / 100 }
          set(share.width > 0.999 && share.height > 0.999 ? null : share)
        }}
      >
        <img
          src={originalOf(item.id)}
          alt=""
          width={whole.width}
          height={whole.height}
          onLoad={({ currentTarget }) => setScale(currentTarget.width / whole.width)}
        />
      </ReactCrop>
      <Text size="xs" c="dimmed" role="status" className="crop-size">
        {crop === null ? 'The whole image' : 'Part'}: {width} × {height} px
      </Text>
      <SegmentedControl
        aria-label="Shape"
        size="xs"
        fullWidth
        value={shape}
        onChange={choose}
        data={shapes.map(({ label }) => label)}
      />
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          size="xs"
          disabled={crop === null}
          onClick={() => {
            setShape('Free')
            set(null)
          }}
        >
          Whole image
        </Button>
        <Button variant="light" size="xs" onClick={done}>
          Done cropping
        </Button>
      </Group>
    </div>
  )
}

export default CropEditor
