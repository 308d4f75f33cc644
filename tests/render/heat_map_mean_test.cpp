// Several cells in one pixel.
#include "render/heat_maps.h"

using namespace heat_map_test;

TEST_CASE("many cells in a pixel show their mean") {
    const Context context;
    Canvas canvas(16, 16);
    HeatMap map(shaders);
    const auto board = std::make_shared<Matrix>(1024, 1024);
    for (Index i = 0; i < 1024; ++i)
        for (Index j = 0; j < 1024; ++j)
            (*board)(i, j) = static_cast<float>((i + j) % 2) * (i < 512 ? 1.0F : 0.5F);
    show(map, canvas, board, whole(canvas, *board));
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
            CHECK(near(canvas.at(x, y), colour_of(y < 8 ? 0.5F : 0.25F)));
}

TEST_CASE("a stripe keeps its brightness while it is panned: nothing shimmers") {
    const Context context;
    Canvas canvas(100, 4);
    HeatMap map(shaders);
    const auto stripe = std::make_shared<Matrix>(Matrix::Zero(64, 1600));
    stripe->col(801).setConstant(1);
    HeatPicture picture = whole(canvas, *stripe);
    picture.columns = 700; // seven cells a pixel
    float least = 1e9F, most = 0;
    for (int step = 0; step < 40; ++step) {
        picture.first_column = 400 + 0.37F * static_cast<float>(step);
        canvas.clear();
        show(map, canvas, stripe, picture);
        float sum = 0;
        for (int x = 0; x < 100; ++x)
            sum += static_cast<float>(canvas.at(x, 2).r);
        least = std::min(least, sum), most = std::max(most, sum);
    }
    CHECK(least > 255.0F / 7 - 3);
    CHECK(most < 255.0F / 7 + 3);
}

TEST_CASE("a row of weights as a strip shows its mean too, though it is one cell high") {
    const Context context;
    Canvas canvas(100, 10);
    HeatMap map(shaders);
    const auto weights = std::make_shared<Matrix>(Matrix::Zero(300, 4000));
    weights->row(200).segment(1000, 500).setConstant(1);
    HeatPicture picture = whole(canvas, *weights);
    picture.first_row = 200, picture.rows = 1;
    picture.first_column = 20, picture.columns = 3980;
    show(map, canvas, weights, picture);
    CHECK(near(canvas.at(23, 5), colour_of(0)));
    CHECK(near(canvas.at(24, 5), colour_of(15 / 39.8F))); // columns 975.2 to 1015: the last 15 hold ones
    CHECK(near(canvas.at(30, 5), colour_of(1)));
    CHECK(near(canvas.at(40, 5), colour_of(0)));
}
