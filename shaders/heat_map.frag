// A matrix as colours. Each pixel shows the mean of the cells it covers, weighted by overlap:
//   mean = sum over cells of (overlap of cell and pixel) · number / sum of overlaps
// so that edges between large cells are smooth, and thousands of cells under one pixel do not shimmer when
// they move.
// Masked cells (−∞) are left out of the mean and hatched in proportion to their share of the pixel.

uniform sampler2D numbers; // one cell per texel; level k holds the means of blocks of 2^k × 2^k cells
uniform sampler2D colours; // 256 × 1
uniform ivec2 size;        // columns, rows of `numbers`
uniform int last_level;    // the coarsest level
uniform vec2 origin;       // the picture cell at texel (0, 0)
uniform bool transposed;   // the picture's columns are the rows of `numbers`
uniform vec2 footprint;    // columns, rows of the picture per pixel
uniform vec2 range;        // values that map to the first and the last colour
uniform vec2 gap;          // pixels between cells
uniform vec4 masked;       // hatching colour
uniform float spacing;     // pixels between hatching lines
uniform float opacity;

in vec2 cell;
out vec4 colour;

const int most_texels = 64; // per side of a pixel; enough that a strip one row high need not blend in its
                            // neighbours

// NaN maps to the low end.
vec3 colour_of(float number) {
    float place = (number - range.x) / (range.y - range.x);
    place = place >= 0.0 ? min(place, 1.0) : 0.0;
    return texelFetch(colours, ivec2(int(place * 255.0 + 0.5), 0), 0).rgb;
}

// The finest level that keeps a pixel within most_texels, but no finer than the pixel's narrow side needs.
int level_of(vec2 cells) {
    float narrow = max(min(cells.x, cells.y), 1.0);
    float wide = max(max(cells.x, cells.y) / float(most_texels - 2), 1.0);
    return min(max(int(floor(log2(narrow))), int(ceil(log2(wide)))), last_level);
}

// The share of a pixel that is cell rather than gap, along x and y.
float inside_cell() {
    vec2 to_edge = min(fract(cell), 1.0 - fract(cell)) / footprint;
    vec2 covered = clamp(to_edge - 0.5 * gap + 0.5, 0.0, 1.0);
    if (gap.x <= 0.0) covered.x = 1.0;
    if (gap.y <= 0.0) covered.y = 1.0;
    return covered.x * covered.y;
}

// Diagonal lines rising to the right, anchored to the window.
float hatching() {
    float place = mod(gl_FragCoord.x - gl_FragCoord.y, spacing);
    return clamp(1.4 - abs(place - 0.5 * spacing), 0.0, 1.0);
}

void main() {
    vec2 cells = transposed ? footprint.yx : footprint;
    vec2 middle = (transposed ? cell.yx : cell) - origin;
    vec2 low = clamp(middle - 0.5 * cells, vec2(0.0), vec2(size));
    vec2 high = clamp(middle + 0.5 * cells, vec2(0.0), vec2(size));

    int level = level_of(cells);
    float texel = exp2(float(level)); // side in cells; the last texel of a row or column also covers the
                                      // remainder
    ivec2 last = max(ivec2(size.x >> level, size.y >> level), ivec2(1)) - 1;
    ivec2 from = clamp(ivec2(floor(low / texel)), ivec2(0), last);
    ivec2 to = clamp(ivec2(ceil(high / texel)) - 1, from, min(last, from + most_texels));

    float sum = 0.0, shown = 0.0, hidden = 0.0;
    for (int y = from.y; y <= to.y; ++y) {
        float bottom = y == last.y ? float(size.y) : float(y + 1) * texel;
        float tall = max(min(high.y, bottom) - max(low.y, float(y) * texel), 1e-6);
        for (int x = from.x; x <= to.x; ++x) {
            float right = x == last.x ? float(size.x) : float(x + 1) * texel;
            float overlap = tall * max(min(high.x, right) - max(low.x, float(x) * texel), 1e-6);
            float number = texelFetch(numbers, ivec2(x, y), level).r;
            if (number < -3.4e38) {
                hidden += overlap;
            } else {
                sum += overlap * number;
                shown += overlap;
            }
        }
    }

    vec3 cell_colour = shown > 0.0 ? colour_of(sum / shown) : colour_of(0.0);
    vec3 masked_colour = mix(colour_of(0.0), masked.rgb, masked.a * hatching());
    colour = vec4(mix(cell_colour, masked_colour, hidden / (shown + hidden)), opacity * inside_cell());
}
