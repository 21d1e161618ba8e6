import { useEffect, useRef, useState } from 'preact/hooks';

import { usePage } from '../page-context.ts';
import { sum } from '../usage-sums.ts';
import { labelledEvery, stackedBars, ticksUpTo } from './chart-scale.ts';

interface BarChartProps {
  readonly label: string;
  readonly days: readonly string[];
  readonly series: readonly string[];
  /** `values[day][series]` */
  readonly values: readonly (readonly number[])[];
}

const height = 150;
const left = 44;
const bottom = 22;
const top = 6;
const minLabelPx = 62;
const labelHalfPx = 24;
/** Colours of the style sheet; further series share the last one. */
const colours = 8;

const seriesClass = (index: number): string => `series-${Math.min(index, colours - 1)}`;

function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Stacked bars by day, with the numbers of the day under the pointer; of all days without one. */
export function BarChart({ label, days, series, values }: BarChartProps) {
  const { f } = usePage();
  const { element, width } = useWidth();
  const [pointed, setPointed] = useState<number>();
  const ticks = ticksUpTo(Math.max(0, ...values.map(sum)));
  const max = ticks.at(-1) ?? 1;
  const inner = { width: Math.max(0, width - left), height: height - top - bottom, max };
  const slot = inner.width / Math.max(1, days.length);
  const every = labelledEvery(days.length, inner.width, minLabelPx);
  const shown = pointed === undefined ? undefined : values[pointed];
  const numberOf = (index: number) =>
    shown?.[index] ?? (shown ? 0 : sum(values.map((day) => day[index] ?? 0)));
  return (
    <div class="chart" ref={element}>
      {width === 0 ? null : (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          onPointerMove={(event) => {
            const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
            const index = Math.floor(x / slot);
            setPointed(index >= 0 && index < days.length ? index : undefined);
          }}
          onPointerLeave={() => setPointed(undefined)}
        >
          <g transform={`translate(${left} ${top})`}>
            {ticks.map((tick) => {
              const y = inner.height * (1 - tick / max);
              return (
                <g key={tick}>
                  <line class="grid" x1={0} x2={inner.width} y1={y} y2={y} />
                  <text x={-8} y={y} dy="0.32em" text-anchor="end">
                    {f.number(tick)}
                  </text>
                </g>
              );
            })}
            {pointed === undefined ? null : (
              <rect class="pointed" x={pointed * slot} y={0} width={slot} height={inner.height} />
            )}
            {stackedBars(values, inner).map((bars, day) =>
              bars.map(({ series: index, ...bar }) => (
                <rect key={`${days[day]}-${index}`} class={seriesClass(index)} {...bar} />
              )),
            )}
            {days.map((day, index) =>
              (days.length - 1 - index) % every === 0 ? (
                <text
                  key={day}
                  x={Math.min(index * slot + slot / 2, inner.width - labelHalfPx)}
                  y={inner.height + 16}
                  text-anchor="middle"
                >
                  {f.shortDay(day)}
                </text>
              ) : null,
            )}
          </g>
        </svg>
      )}
      <ul class="legend">
        {series.map((name, index) => (
          <li key={name}>
            <span class={`swatch ${seriesClass(index)}`} /> {name} <b>{f.number(numberOf(index))}</b>
          </li>
        ))}
        {pointed === undefined ? null : <li class="quiet">{f.day(days[pointed] ?? '')}</li>}
      </ul>
    </div>
  );
}
