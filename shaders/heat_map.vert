// A rectangle in the window, without a vertex buffer: corners come from gl_VertexID (0 to 3).

uniform vec4 rect;        // x, y, width, height in pixels, y downwards
uniform vec4 part;        // the cells shown: first column, first row, columns, rows of the picture
uniform vec2 framebuffer; // width, height in pixels

out vec2 cell; // (column, row) in the picture, fractional

void main() {
    vec2 corner = vec2(float(gl_VertexID % 2), float(gl_VertexID / 2));
    vec2 pixel = rect.xy + corner * rect.zw;
    cell = part.xy + corner * part.zw;
    gl_Position = vec4(2.0 * pixel.x / framebuffer.x - 1.0, 1.0 - 2.0 * pixel.y / framebuffer.y, 0.0, 1.0);
}
