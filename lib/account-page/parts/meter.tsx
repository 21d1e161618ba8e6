interface Part {
  readonly name: string;
  readonly value: number;
}

const barWidth = 1_000;

/** The parts side by side, cut at the end of the bar. */
const segmentsOf = (parts: readonly Part[], max: number) =>
  parts.map(({ name }, index) => {
    const end = (count: number) =>
      Math.min(
        barWidth,
        (parts.slice(0, count).reduce((sum, { value }) => sum + value, 0) / Math.max(max, 1)) * barWidth,
      );
    return { name, x: end(index), width: end(index + 1) - end(index) };
  });

interface MeterProps {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly max: number;
}

/** A bar of parts of a whole. Its sentence is what a screen reader says. */
export function Meter({ label, parts, max }: MeterProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div
      class="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(max, 1)}
      aria-valuenow={Math.min(total, Math.max(max, 1))}
      aria-valuetext={label}
    >
      <svg viewBox={`0 0 ${barWidth} 10`} preserveAspectRatio="none" aria-hidden="true">
        {segmentsOf(parts, max).map(({ name, x, width }) => (
          <rect key={name} class={`part-${name}`} x={x} y={0} width={width} height={10} />
        ))}
      </svg>
    </div>
  );
}
