#pragma once
constexpr int TileSize = 32;
